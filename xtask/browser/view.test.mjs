// The page of `kawara view`, in a browser. PAGES is a folder with what `cargo xtask browser` makes: pages, and the chunks of the same documents.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { contrast, launch, open } from "./browser.mjs";

const file = (name) => `${process.env.PAGES}/${name}`;
const url = (name) => pathToFileURL(file(name)).href;
const lines = (name) => readFileSync(file(name), "utf8").trim().split("\n").map((line) => JSON.parse(line));
const POLICIES = ["own", "plain"];

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const corpus = (options, fragment = "") => open(browser, url("corpus.html") + fragment, options);
const shown = (page) => new URLSearchParams(new URL(page.url()).hash.slice(1));
const quiet = ({ page, heard }) => {
  assert.deepEqual(heard.complaints, []);
  assert.deepEqual(heard.requests.filter((request) => request !== page.url().split("#")[0]), [], "nothing but itself");
};

// What the page says of each chunk: its text as it is drawn, its line, its context.
const chunksOf = (page) => page.evaluate(() => [...document.querySelectorAll(".chunk")].map((block) => {
  const nth = Number(block.dataset.chunk);
  const pieces = [...document.querySelectorAll(".piece")];
  const mine = pieces.filter((piece) => Number(piece.dataset.first) <= nth && nth <= Number(piece.dataset.last));
  return {
    text: mine.map((piece) => piece.textContent).join(""),
    context: block.querySelector(".context")?.textContent ?? "",
    line: block.querySelector(".about").textContent,
    language: block.querySelector(".words").lang,
  };
}));

test("every chunk stands in the page as the record has it, in every document by every policy", async () => {
  const opened = await corpus();
  const { page } = opened;
  for (const [nth, policy] of POLICIES.entries()) {
    const records = new Map();
    for (const record of lines(`${policy}.jsonl`)) records.set(record.doc_id, [...records.get(record.doc_id) ?? [], record]);
    await page.selectOption("#policy", String(nth));
    const documents = await page.$$eval("#document option", (options) => options.map((option) => option.textContent));
    assert.deepEqual(documents.toSorted(), [...records.keys()].toSorted());
    for (const [place, document] of documents.entries()) {
      await page.selectOption("#document", String(place));
      const chunks = await chunksOf(page);
      const expected = records.get(document);
      assert.equal(chunks.length, expected.length, document);
      for (const [ordinal, record] of expected.entries()) {
        const chunk = chunks[ordinal];
        assert.equal(chunk.text, record.text, `${document} #${ordinal} by ${policy}`);
        assert.equal(chunk.context, record.context.replace(/\n$/, ""));
        assert.equal(chunk.language, record.language === "zh" ? "zh-Hans" : record.language);
        assert.ok(chunk.line.includes(`${record.tokens} / `), chunk.line);
        for (const flag of record.flags) assert.ok(chunk.line.includes(flag), chunk.line);
      }
    }
  }
  quiet(opened);
  await opened.close();
});

test("a record is shown whole", async () => {
  const opened = await corpus();
  const { page } = opened;
  const document = "docs/ja/handbook.md";
  const records = lines("own.jsonl").filter((record) => record.doc_id === document);
  await page.selectOption("#document", { label: document });
  const blocks = await page.$$(".chunk .about");
  for (const [nth, record] of records.entries()) {
    await blocks[nth].click();
    const text = (await page.textContent("#record")).replaceAll("\u202f", "");
    for (const what of [record.id, record.settings, `bytes ${record.start}–${record.end}`, `characters ${record.char_start}–${record.char_end}`, `${record.units.length}, of them ${record.carried} carried`]) {
      assert.ok(text.includes(what), `${what} in ${text}`);
    }
    assert.equal(await page.textContent("#embedded"), record.context + record.text);
    assert.equal(await page.locator("#record ol li").count(), record.units.length);
    assert.equal(shown(page).get("chunk"), String(nth));
  }
  quiet(opened);
  await opened.close();
});

test("a carried unit stands in two chunks, and is marked without colour", async () => {
  const opened = await corpus();
  const { page } = opened;
  await page.selectOption("#document", { label: "docs/zh/handbook.md" });
  const carried = lines("own.jsonl").filter((record) => record.doc_id === "docs/zh/handbook.md" && record.carried > 0);
  assert.ok(carried.length > 0);
  const shared = page.locator("#text .piece.shared");
  assert.ok(await shared.count() >= carried.length);
  const style = await shared.first().evaluate((piece) => {
    const { backgroundImage, borderBottomStyle } = getComputedStyle(piece);
    return { backgroundImage, borderBottomStyle, title: piece.title };
  });
  assert.match(style.backgroundImage, /repeating-linear-gradient/);
  assert.equal(style.borderBottomStyle, "dotted");
  assert.match(style.title, /^In chunks \d+ to \d+$/);
  // Selecting the chunk that repeats it marks it where it stands: in the section before.
  await page.locator(".chunk .about").nth(carried[0].ordinal).click();
  assert.ok(await page.locator(`[data-chunk="${carried[0].ordinal - 1}"] .piece.in`).count() >= 1);
  await opened.close();
});

test("policies show what they cost and keep", async () => {
  const opened = await corpus();
  const { page } = opened;
  const rows = () => page.$$eval("#figures tbody:first-of-type tr", (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.replaceAll("\u202f", ""))));
  const documents = await page.$$eval("#document option", (options) => options.map((option) => option.textContent));
  for (const [place, document] of documents.entries()) {
    await page.selectOption("#document", String(place));
    for (const [nth, row] of (await rows()).entries()) {
      const records = lines(`${POLICIES[nth]}.jsonl`).filter((record) => record.doc_id === document);
      assert.equal(row[1], String(records.length));
      assert.equal(row[2], String(records.reduce((sum, record) => sum + record.tokens, 0)));
    }
  }
  const whole = (row) => Number(row[4].split(" ")[0]);
  await page.selectOption("#document", { label: "docs/zh/handbook.md" });
  const [own, plain] = await rows();
  assert.ok(whole(own) > whole(plain), `what overlap is for: ${own} against ${plain}`);
  const before = await page.locator(".chunk").count();
  await page.locator("#figures tbody tr").nth(1).click();
  assert.equal(shown(page).get("policy"), await page.$eval("#policy option:nth-child(2)", (option) => option.textContent));
  assert.notEqual(await page.locator(".chunk").count(), before);
  assert.equal(await page.locator("#text .piece.shared").count(), 0, "it carries nothing");
  quiet(opened);
  await opened.close();
});

test("evidence is marked where it stands, whole or torn", async () => {
  const opened = await corpus();
  const { page } = opened;
  const questions = lines("questions.jsonl");
  for (const document of new Set(questions.map((question) => question.doc_id))) {
    await page.selectOption("#document", { label: document });
    for (const [nth, policy] of POLICIES.entries()) {
      await page.selectOption("#policy", String(nth));
      const records = lines(`${policy}.jsonl`).filter((record) => record.doc_id === document);
      const names = await page.$$eval("#evidence li button", (items) => items.map((item) => item.textContent.split(" ")[1]));
      const spans = await page.$$eval(".words span[data-questions]", (spans) => spans.map((span) => ({ text: span.textContent, of: span.dataset.questions.split(" ").map(Number), kinds: [...span.classList] })));
      for (const { id, evidence } of questions.filter((question) => question.doc_id === document)) {
        const mine = spans.filter((span) => span.of.includes(names.indexOf(id)));
        const [text, expected] = [mine, evidence].map((parts) => parts.map((part) => part.text).join("").replaceAll(/\s/g, ""));
        assert.equal(text, expected, id);
        const isWhole = records.some((record) => evidence.every((passage) => record.text.includes(passage.text)));
        assert.ok(mine.every((span) => span.kinds.includes(isWhole ? "whole" : "torn")), `${id} by ${policy}`);
      }
    }
  }
  quiet(opened);
  await opened.close();
});

test("everything can be done by keyboard", async () => {
  const opened = await corpus();
  const { page } = opened;
  const chunk = () => shown(page).get("chunk");
  await page.selectOption("#document", { label: "docs/zh/handbook.md" });
  await page.locator("#document").blur();
  for (const [key, expected] of [["j", "0"], ["j", "1"], ["ArrowRight", "2"], ["k", "1"], ["ArrowLeft", "0"], ["k", "0"]]) {
    await page.keyboard.press(key);
    assert.equal(chunk(), expected, key);
    assert.equal(await page.locator(".chunk.selected").getAttribute("data-chunk"), expected);
    assert.match(await page.textContent("#said"), new RegExp(`Chunk ${expected}: `));
  }
  for (let nth = 0; nth < 4; nth += 1) await page.keyboard.press("j");
  const top = await page.locator(".chunk.selected").evaluate((block) => block.getBoundingClientRect().top);
  assert.ok(top >= 0 && top < 900, `selected is in sight: ${top}`);
  const [at, policy] = [await page.locator(".chunk.selected .words").textContent(), shown(page).get("policy")];
  await page.keyboard.press("p");
  assert.notEqual(shown(page).get("policy"), policy);
  assert.ok(chunk() !== null && (await page.locator(".chunk.selected .words").textContent()).trim().slice(-12) !== "" && at, "the place is kept");
  await page.keyboard.press("P");
  assert.equal(shown(page).get("policy"), policy);
  assert.equal(await page.locator(".chunk.selected .words").textContent(), at, "the way back leads to the same chunk");
  const selected = Number(chunk());
  await page.locator("#document").focus();
  await page.keyboard.press("e");
  assert.equal(shown(page).get("evidence"), null, "a list that has the focus has the keys");
  await page.locator("#document").blur();
  await page.keyboard.press("e");
  const evidence = shown(page).get("evidence");
  assert.ok(evidence);
  const later = await page.$$eval("#evidence li .faint", (items) => items.map((item) => Number(item.textContent.match(/#(\d+)/)?.[1] ?? -1)));
  if (later.some((nth) => nth > selected)) assert.ok(Number(chunk()) >= selected, "the next evidence is behind the selected chunk");
  assert.ok(await page.locator(".piece.now").first().isVisible());
  await page.keyboard.press("E");
  assert.ok(shown(page).get("evidence"));
  const document = shown(page).get("document");
  await page.keyboard.press("d");
  assert.notEqual(shown(page).get("document"), document);
  await page.keyboard.press("D");
  assert.equal(shown(page).get("document"), document);
  await page.keyboard.press("?");
  assert.ok(await page.locator("#help").isVisible());
  await page.keyboard.press("j");
  await page.keyboard.press("Escape");
  assert.ok(!await page.locator("#help").isVisible());
  quiet(opened);
  await opened.close();
});

test("an address leads back to what was shown", async () => {
  const first = await corpus();
  await first.page.selectOption("#document", { label: "docs/th/handbook.md" });
  await first.page.selectOption("#policy", "1");
  await first.page.locator(".chunk .about").nth(3).click();
  const { hash } = new URL(first.page.url());
  await first.close();
  const again = await corpus({}, hash);
  const { page } = again;
  assert.equal(await page.$eval("#document", (select) => select.selectedOptions[0].textContent), "docs/th/handbook.md");
  assert.equal(await page.inputValue("#policy"), "1");
  assert.equal(await page.locator(".chunk.selected").getAttribute("data-chunk"), "3");
  const top = await page.locator(".chunk.selected").evaluate((block) => block.getBoundingClientRect().top);
  assert.ok(top >= 0 && top < 900, `it is in sight: ${top}`);
  // Nor does an address that was made up break anything.
  for (const odd of ["#document=none&policy=none&chunk=99999&evidence=none", "#chunk=-1", "#%E0%A4%A", "#chunk=1e9&document=</script>"]) {
    await page.evaluate((odd) => { location.hash = odd; }, odd);
    await page.waitForTimeout(50);
    assert.ok(await page.locator(".chunk").count() > 0, odd);
  }
  quiet(again);
  await again.close();
});

test("light and dark can be read", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const opened = await corpus({ colorScheme }, "#document=docs/zh/handbook.md&chunk=1");
    const { page } = opened;
    const colours = await page.evaluate(() => {
      const of = (selector) => getComputedStyle(document.querySelector(selector));
      const plain = (text) => text.match(/rgba?\([^)]*\)/g);
      return {
        paper: of("body").backgroundColor,
        pairs: [
          [of("body").color, of("body").backgroundColor],
          [of(".words").color, of(".piece.tint0:not(.shared)").backgroundColor],
          [of(".words").color, of(".piece.tint1:not(.shared)").backgroundColor],
          [of(".words").color, of(".piece.tint2:not(.shared)").backgroundColor],
          ...plain(of(".piece.shared").backgroundImage).map((colour) => [of(".words").color, colour]),
          [of(".about").color, of(".about").backgroundColor],
          [of("#about").color, of("body").backgroundColor],
        ],
      };
    });
    for (const [one, other] of colours.pairs) assert.ok(contrast(one, other) >= 4.5, `${one} on ${other} in ${colorScheme}`);
    const isDark = contrast(colours.paper, "rgb(0, 0, 0)") < 4.5;
    assert.equal(isDark, colorScheme === "dark");
    await page.keyboard.press("t");
    await page.keyboard.press("t");
    assert.equal(await page.textContent("#theme"), "Theme: dark");
    assert.ok(contrast(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(0, 0, 0)") < 4.5);
    quiet(opened);
    await opened.close();
  }
});

test("hostile text stays text, and letters beyond the first plane stay whole", async () => {
  const opened = await open(browser, url("hostile.html"));
  const { page } = opened;
  const records = lines("hostile.jsonl");
  const chunks = await chunksOf(page);
  assert.deepEqual(chunks.map((chunk) => chunk.text), records.map((record) => record.text));
  assert.ok(records.length > 2 && records.some((record) => /[\u{10000}-\u{10ffff}]/u.test(record.text)));
  assert.equal(await page.evaluate(() => window.hurt), undefined);
  assert.equal(await page.locator("#text img, #text script, #text b").count(), 0);
  quiet(opened);
  await opened.close();
});

test("a page may not fetch or run what is not its own", async () => {
  const opened = await corpus();
  const { page } = opened;
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.hurt = true";
    const image = document.createElement("img");
    image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
    document.body.append(script, image);
  });
  await page.waitForTimeout(100);
  assert.equal(await page.evaluate(() => window.hurt), undefined);
  assert.equal(await page.evaluate(() => fetch("https://example.invalid/").then(() => "fetched", () => "refused")), "refused");
  assert.ok(opened.heard.complaints.some((complaint) => complaint.includes("Content Security Policy")), "and says so");
  await opened.close();
});

test("a long document opens at once and is drawn where one looks", async () => {
  const start = performance.now();
  const opened = await open(browser, url("long.html"));
  const { page } = opened;
  const took = await page.evaluate(() => performance.getEntriesByType("navigation")[0].domComplete);
  const count = await page.locator(".chunk").count();
  assert.ok(count > 1000, `${count} chunks`);
  console.log(`# ${count} chunks: complete after ${Math.round(took)} ms, in sight after ${Math.round(performance.now() - start)} ms`);
  // About a second on a machine with nothing else to do; a bound that only something quadratic breaks on a busy one.
  assert.ok(took < 15_000, `${took} ms`);
  await page.keyboard.press("k");
  const last = await page.locator(".chunk.selected").evaluate((block) => ({ nth: Number(block.dataset.chunk), ...block.getBoundingClientRect().toJSON() }));
  assert.equal(last.nth, count - 1);
  assert.ok(last.top < 900 && last.bottom > 0, `the last chunk is in sight: ${JSON.stringify(last)}`);
  quiet(opened);
  await opened.close();
});
