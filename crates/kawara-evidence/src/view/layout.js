// From a cut to sections of pieces: which chunks, evidence and left-out ranges each stretch of the text belongs to. Nothing here touches the page.

// A section is what is new in a chunk, and what follows until the next begins. Its pieces end wherever anything begins or ends, so a piece that
// the next chunk carries is one of its own. Chunks begin and end in ascending order: those that share a piece are neighbours, `first` to `last`.
function sectionsOf(cut, length) {
  const { chunks } = cut;
  const starts = chunks.map((chunk, nth) => nth === 0 ? chunk.at[0] : Math.max(chunk.at[0], chunks[nth - 1].at[1]));
  const sections = chunks.map((_, nth) => ({ chunk: nth, from: starts[nth], to: starts[nth + 1] ?? length }));
  const lead = starts[0] ?? length;
  if (lead > 0 || chunks.length === 0) sections.unshift({ chunk: null, from: 0, to: lead });

  const evidence = new Sweep(cut.evidence.flatMap((of, question) => of.spans.map(([from, to]) => ({ from, to, question }))));
  const skipped = new Sweep(cut.skipped.map((of, nth) => ({ from: of.at[0], to: of.at[1], nth })));
  for (const section of sections) {
    section.pieces = piecesOf(section, chunks, evidence.within(section), skipped.within(section));
  }
  return sections;
}

// Ranges, asked for in ascending order of the text: those that touch a section.
class Sweep {
  constructor(ranges) {
    this.ranges = ranges.sort((one, other) => one.from - other.from || one.to - other.to);
    this.next = 0;
    this.open = [];
  }

  within({ from, to, chunk }) {
    // An empty range at the border of two sections stands in the former; at the very end, in the last.
    const begins = (range) => range.from < to || (range.from === range.to && range.from === to);
    this.open = this.open.filter((range) => range.to > from);
    while (this.next < this.ranges.length && begins(this.ranges[this.next])) this.open.push(this.ranges[this.next++]);
    return [...this.open];
  }
}

function piecesOf({ chunk, from, to }, chunks, evidence, skipped) {
  const ends = new Set([to]);
  const cutAt = (at) => { if (at > from && at < to) ends.add(at); };
  const own = chunk === null ? null : chunks[chunk];
  let later = chunk === null ? 0 : chunk + 1;
  if (own) {
    cutAt(own.at[1]);
    for (; later < chunks.length && chunks[later].at[0] < own.at[1]; later += 1) {
      cutAt(chunks[later].at[0]);
      for (const [unit] of chunks[later].units) cutAt(unit);
    }
  }
  for (const range of evidence) { cutAt(range.from); cutAt(range.to); }
  for (const range of skipped) { cutAt(range.from); cutAt(range.to); }

  const notes = skipped.filter((range) => range.from === range.to);
  const pieces = [];
  const note = (upto) => {
    while (notes.length && notes[0].from <= upto) pieces.push({ note: notes.shift().nth });
  };
  let at = from;
  let last = chunk;
  for (const end of [...ends].sort((one, other) => one - other)) {
    note(at);
    if (end === at) continue;
    const holds = (range) => range.from <= at && range.to >= end;
    while (last !== null && last + 1 < later && chunks[last + 1].at[0] <= at) last += 1;
    const inside = own !== null && end <= own.at[1];
    pieces.push({
      from: at,
      to: end,
      first: inside ? chunk : null,
      last: inside ? last : null,
      evidence: evidence.filter(holds).map((range) => range.question),
      skipped: skipped.find((range) => range.from < range.to && holds(range))?.nth ?? null,
    });
    at = end;
  }
  note(to);
  return pieces;
}
