// The ground that pages of tables and figures share, by the page of `kawara measure`.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { contrast, launch, open } from "./browser.mjs";

const url = pathToFileURL(`${process.env.PAGES}/measure.html`).href;

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test("tables are sorted by mouse and by keyboard, and back again", async () => {
  const { page, heard, close } = await open(browser, url);
  const table = page.locator("table.sortable").first();
  const heads = await table.locator("thead button").count();
  const column = (nth) => table.locator(`tbody tr > :nth-child(${nth + 1})`).evaluateAll((cells) => cells.map((cell) => (cell.dataset.v === undefined ? null : Number(cell.dataset.v))));
  const numeric = (await Promise.all([...Array(heads).keys()].map(column))).findIndex((values) => values.length > 2 && values.every((value) => value !== null) && new Set(values).size > 2);
  assert.ok(numeric >= 0, "there is a column of numbers");
  const given = await column(numeric);
  const button = table.locator("thead button").nth(numeric);
  const sort = () => table.locator("thead th").nth(numeric).getAttribute("aria-sort");
  await button.click();
  assert.equal(await sort(), "ascending");
  assert.deepEqual(await column(numeric), given.toSorted((a, b) => a - b));
  await button.focus();
  await page.keyboard.press("Enter");
  assert.equal(await sort(), "descending");
  assert.deepEqual(await column(numeric), given.toSorted((a, b) => b - a));
  await page.keyboard.press("Space");
  assert.equal(await sort(), null);
  assert.deepEqual(await column(numeric), given);
  assert.deepEqual(heard, { requests: [url], complaints: [] });
  await close();
});

test("figures say what they show, and can be read in light and dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, heard, close } = await open(browser, url, { colorScheme });
    const figures = await page.$$eval("figure svg", (figures) => figures.map((figure) => ({
      label: figure.getAttribute("aria-label"),
      titles: figure.querySelectorAll("title").length,
      bars: [...figure.querySelectorAll("rect.bar")].map((bar) => Number(bar.getAttribute("y")) + Number(bar.getAttribute("height"))),
      fill: getComputedStyle(figure.querySelector("rect.bar, .s0")).fill,
      text: getComputedStyle(figure.querySelector("text")).fill,
      paper: getComputedStyle(document.body).backgroundColor,
    })));
    assert.ok(figures.length > 0);
    for (const { label, titles, bars, fill, text, paper } of figures) {
      assert.match(label, /\S.*: .*\d/);
      assert.ok(titles > 0);
      assert.ok(bars.every((bottom) => Math.abs(bottom - bars[0]) < 0.2), `bars stand on one line: ${bars}`);
      assert.ok(contrast(fill, paper) >= 3 && contrast(text, paper) >= 4.5, `${fill}, ${text} on ${paper}`);
    }
    await page.click("#theme");
    assert.equal(await page.textContent("#theme"), "Theme: light");
    assert.deepEqual(heard.complaints, []);
    await close();
  }
});
