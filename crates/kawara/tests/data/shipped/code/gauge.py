"""Pulses of a water meter, and what they say.

A meter sends a counter that only grows, until it is replaced or wraps around. Everything here works on differences, so that
neither shows as a flood.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Iterable, Iterator

LITRES_PER_PULSE = 0.5
WRAP = 1 << 24


@dataclass(frozen=True)
class Reading:
    """A counter at a moment."""

    at: datetime
    pulses: int

    def litres_since(self, earlier: "Reading") -> float:
        """What ran through between two readings, in litres."""
        if self.at <= earlier.at:
            raise ValueError(f"readings run backwards: {earlier.at} then {self.at}")
        pulses = self.pulses - earlier.pulses
        if pulses < 0:
            # Either the counter wrapped, or the meter is another one. Half a wrap in one step is no house.
            pulses += WRAP
            if pulses > WRAP // 2:
                pulses = self.pulses
        return pulses * LITRES_PER_PULSE


def flows(readings: Iterable[Reading]) -> Iterator[tuple[datetime, float]]:
    """Litres an hour between neighbours, at the end of each step."""
    earlier: Reading | None = None
    for reading in readings:
        if earlier is not None:
            hours = (reading.at - earlier.at) / timedelta(hours=1)
            yield reading.at, reading.litres_since(earlier) / hours
        earlier = reading


class NightWatch:
    """Finds flows that never stop.

    The least flow of a night is kept, and a leak is reported once the least of `nights` nights in a row is above `threshold`. One
    night is not enough: somebody may have filled a bath at three.
    """

    BEGIN = time(2, 0)
    END = time(4, 0)

    def __init__(self, nights: int = 3, threshold: float = 4.0) -> None:
        if nights < 1:
            raise ValueError("at least one night has to be watched")
        self.nights = nights
        self.threshold = threshold
        self._least: dict[str, float] = {}

    def see(self, at: datetime, litres_per_hour: float) -> None:
        """Takes one flow into account."""
        if not self.BEGIN <= at.time() < self.END:
            return
        night = at.date().isoformat()
        self._least[night] = min(litres_per_hour, self._least.get(night, math.inf))

    def leak(self) -> float | None:
        """Litres an hour that are lost, or nothing."""
        last = [self._least[night] for night in sorted(self._least)][-self.nights :]
        if len(last) < self.nights:
            return None
        least = min(last)
        return least if least > self.threshold else None

    def report(self, address: str) -> str:
        """A sentence for the person who has to go there."""
        lost = self.leak()
        if lost is None:
            return f"{address}: nothing runs at night."
        a_year = lost * 24 * 365 / 1000
        return f"{address}: {lost:.1f} litres an hour never stop, {a_year:.0f} cubic metres a year. Look at float valves first."


def from_line(line: str) -> Reading:
    """A reading from `2031-03-04T02:15:00 183201`."""
    stamp, _, pulses = line.strip().partition(" ")
    return Reading(datetime.fromisoformat(stamp), int(pulses))


def main(lines: Iterable[str], address: str) -> str:
    """Everything at once: lines in, a sentence out."""
    watch = NightWatch()
    for at, flow in flows(map(from_line, lines)):
        watch.see(at, flow)
    return watch.report(address)
