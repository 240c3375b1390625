// The page: what is shown, and how one moves about in it.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  // What is shown. A chunk and a question by their places, or null.
  const state = { document: 0, policy: 0, chunk: null, question: null };
  // What is drawn of it: the cut, its sections with their elements, and the elements of each question's evidence.
  let drawn = null;
  // Where the selected chunk was, in the text: other policies have other chunks there, and the way back leads to the same one.
  let place = null;

  // Makes an element. Text is always text.
  function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name === "className" ? "class" : name, value === true ? "" : value);
    }
    element.append(...children);
    return element;
  }
  // Han characters look as the country has them that the browser takes the language for. zh alone names none: the document's own characters do.
  const scripts = [[/^zh-(hant|tw|hk|mo)/i, "zh-Hant"], [/^zh-(hans|cn|sg)/i, "zh-Hans"]];
  const chinese = (text) => {
    const count = (some) => text.slice(0, 100000).match(some)?.length ?? 0;
    return count(/[們國這說時會來為個學對後發經門車書長點電]/g) > count(/[们国这说时会来为个学对后发经门车书长点电]/g) ? "zh-Hant" : "zh-Hans";
  };
  const writtenIn = (language) => scripts.find(([tag]) => tag.test(language))?.[1] ?? (language === "zh" ? drawn.chinese ??= chinese(textNow()) : language);
  const number = (value) => value.toLocaleString("en").replaceAll(",", "\u202f");
  const percent = (share) => share === null ? "" : `${(share * 100).toFixed(1)} %`;
  const counted = (count, one) => `${number(count)} ${one}${count === 1 ? "" : "s"}`;
  const documentNow = () => data.documents[state.document];
  const cutNow = () => documentNow().cuts[state.policy];
  const textNow = () => documentNow().texts[cutNow().text];
  const isWhole = (question) => cutNow().evidence[question].whole.length > 0;

  // The text.

  function draw() {
    const cut = cutNow();
    const text = textNow();
    drawn = { cut, sections: new Map(), evidence: new Map() };
    const blocks = sectionsOf(cut, text.length).map((section) => drawSection(section, cut, text));
    const article = byId("text");
    article.classList.toggle("monospace", /code|log|csv|json|x-/.test(cut.media));
    article.replaceChildren(...blocks);
    drawAbout(cut);
    drawFigures();
    drawEvidence();
    drawOverview();
  }

  function drawSection(section, cut, text) {
    const words = make("div", { className: "words" });
    const elements = { pieces: [], block: null };
    section.pieces.forEach((piece, nth) => drawPiece(piece, nth === 0, cut, text, words, elements));
    if (section.chunk === null) {
      return make("section", { className: "between" }, words);
    }
    const chunk = cut.chunks[section.chunk];
    words.lang = writtenIn(chunk.language);
    const block = make("section", { className: `chunk c${section.chunk % 3}`, "data-chunk": section.chunk });
    block.append(drawLine(section.chunk, chunk));
    if (chunk.context) block.append(make("div", { className: "context", title: "Context: embedded before the text", lang: writtenIn(chunk.language) }, chunk.context.replace(/\n$/, "")));
    block.append(words);
    // So that the scroll bar is about right before the chunk is laid out.
    const lines = Math.ceil((section.to - section.from) * (/^(zh|ja|ko)/.test(chunk.language) ? 1.9 : 1) / 85) + (chunk.context ? 2 : 0);
    block.style.containIntrinsicSize = `auto ${lines * 28 + 34}px`;
    elements.block = block;
    drawn.sections.set(section.chunk, elements);
    return block;
  }

  function drawLine(nth, chunk) {
    const share = chunk.tokens / chunk.max;
    const fill = make("span");
    fill.style.width = `${Math.min(share, 1) * 100}%`;
    const line = make("div", { className: "about" },
      make("button", { type: "button", "aria-label": `Chunk ${nth}` }, `#${nth}`),
      make("span", { className: share > 1 ? "ruler over" : "ruler", title: `${percent(share)} of the budget` }, fill),
      make("span", {}, `${number(chunk.tokens)} / ${number(chunk.max)} tokens`));
    if (chunk.carried > 0) line.append(make("span", {}, `↑ ${counted(chunk.carried, "unit")} carried`));
    for (const flag of chunk.flags) line.append(make("span", { className: "flag" }, `⚑ ${flag}`));
    return line;
  }

  function drawPiece(piece, begins, cut, text, words, elements) {
    if (piece.note !== undefined) {
      const { why, excerpt, bytes } = cut.skipped[piece.note];
      words.append(make("span", { className: "note", title: `bytes ${bytes[0]}–${bytes[1]} of the source` }, `left out: ${why} `, make("span", { className: "skipped" }, excerpt)));
      return;
    }
    let { from } = piece;
    const whole = text.slice(from, piece.to);
    const isChunk = piece.first !== null;
    // Lines between chunks are there, but the chunks stand apart already.
    const blank = (begins || !isChunk) && piece.skipped === null ? whole.match(isChunk ? /^(\s*\n|[^\S\n]+)/ : /^\s*$/)?.[0].length ?? 0 : 0;
    if (blank > 0) {
      words.append(drawWords(piece, text.slice(from, from + blank), elements, true));
      from += blank;
    }
    if (from === piece.to) return;
    if (piece.skipped !== null && cut.skipped[piece.skipped].at[0] === piece.from) {
      words.append(make("span", { className: "why", "data-why": `left out: ${cut.skipped[piece.skipped].why}` }), " ");
    }
    words.append(drawWords(piece, text.slice(from, piece.to), elements, false));
  }

  function drawWords(piece, words, elements, hidden) {
    const span = document.createElement("span");
    span.textContent = words;
    span.hidden = hidden;
    if (piece.first !== null) {
      span.className = `piece tint${piece.first % 3}`;
      span.dataset.first = piece.first;
      span.dataset.last = piece.last;
      if (piece.last > piece.first) {
        span.classList.add("shared", `with${piece.last % 3}`);
        span.title = `In chunks ${piece.first} to ${piece.last}`;
      }
      elements.pieces.push({ last: piece.last, span });
    }
    if (piece.skipped !== null) span.classList.add("skipped");
    const evidence = hidden ? [] : piece.evidence;
    for (const question of evidence) {
      const known = drawn.evidence.get(question) ?? [];
      drawn.evidence.set(question, [...known, span]);
      span.classList.add(isWhole(question) ? "whole" : "torn");
      if (known.length === 0 || drawn.cut.evidence[question].spans.some(([from]) => from === piece.from)) {
        span.classList.add("begins");
        span.dataset.mark = [span.dataset.mark, markOf(question)].filter(Boolean).join(" ");
      }
    }
    if (evidence.length) span.dataset.questions = evidence.join(" ");
    return span;
  }

  const markOf = (question) => `${isWhole(question) ? "✓" : "✗"} ${documentNow().questions[question].id}`;

  function drawAbout(cut) {
    const parts = [];
    if (cut.failed) parts.push("This document could not be chunked: what is shown is its source.");
    if (cut.projected) parts.push("Shown is the text that was chunked, not the source; the record of a chunk has its place there.");
    const left = cut.left_out.map(([why, times, chars]) => `${why} (${number(times)}×, ${counted(chars, "character")})`);
    if (left.length) parts.push(`Left out: ${left.join(", ")}.`);
    if (cut.media) parts.unshift(`Read as ${cut.media}.`);
    byId("about").textContent = parts.join(" ");
  }

  // Figures.

  function drawFigures() {
    const heads = ["Policy", "chunks", "tokens stored", "redundancy"];
    if (data.asked) heads.push("evidence whole", "torn");
    const row = (nth, figures, all) => {
      const current = nth === state.policy;
      const name = all ? data.policies[nth].name : make("button", { type: "button" }, `${current ? "● " : "○ "}${data.policies[nth].name}`);
      const cells = [number(figures.chunks), number(figures.tokens), percent(figures.redundancy)];
      if (data.asked) {
        const asked = figures.covered + figures.torn;
        cells.push(`${number(figures.covered)} of ${number(asked)}`, number(figures.torn));
      }
      return make("tr", { className: all && "all", "aria-current": current && !all && "true", onclick: !all && (() => go({ policy: nth })) },
        make("td", {}, name), ...cells.map((cell) => make("td", { className: "n" }, cell)));
    };
    const body = make("tbody", {}, ...documentNow().cuts.map((cut, nth) => row(nth, cut.figures, false)));
    const table = make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((head, nth) => make("th", { scope: "col", className: nth > 0 && "n" }, head)))), body);
    if (data.documents.length > 1) {
      table.append(make("tbody", {},
        make("tr", { className: "group" }, make("th", { colspan: heads.length, scope: "colgroup" }, `All ${number(data.documents.length)} documents`)),
        ...data.policies.map((policy, nth) => row(nth, policy.figures, true))));
    }
    byId("figures").replaceChildren(make("div", { className: "scroll" }, table));
    const { chunks, tokens, redundancy, covered, torn } = cutNow().figures;
    const sum = [counted(chunks, "chunk"), `${number(tokens)} tokens stored`, `redundancy ${percent(redundancy) || "unknown"}`];
    if (documentNow().questions.length) sum.push(`evidence: ${number(covered)} whole, ${number(torn)} torn`);
    byId("sum").textContent = sum.join(" · ");
  }

  // Evidence.

  function drawEvidence() {
    const panel = byId("evidence");
    const { questions } = documentNow();
    if (questions.length === 0) {
      panel.replaceChildren(...(data.asked ? [make("p", { className: "faint" }, "No questions about this document.")] : []));
      return;
    }
    const items = questions.map((question, nth) => make("li", {},
      make("button", { type: "button", onclick: () => goToEvidence(nth) }, `${markOf(nth)}${question.question ? ` ${question.question}` : ""}`),
      make("div", { className: "faint" }, keeps(nth))));
    panel.replaceChildren(make("h2", {}, `Evidence: ${number(cutNow().figures.covered)} of ${number(questions.length)} whole`), make("ul", {}, ...items));
  }

  function keeps(question) {
    const { whole, spans } = cutNow().evidence[question];
    const { "class": kind } = documentNow().questions[question];
    const where = whole.length ? `whole in ${whole.map((nth) => `#${nth}`).join(", ")}`
      : spans.length ? `no chunk holds it whole: torn over ${touched(spans).map((nth) => `#${nth}`).join(", ") || "nothing"}`
      : "not in the text that was chunked";
    return kind ? `${kind} · ${where}` : where;
  }

  // The chunks that have something of some ranges.
  function touched(spans) {
    const { chunks } = cutNow();
    const some = (chunk) => spans.some(([from, to]) => chunk.at[0] < to && from < chunk.at[1]);
    return chunks.flatMap((chunk, nth) => some(chunk) ? [nth] : []).slice(0, 8);
  }

  // The selected chunk.

  function drawRecord() {
    const panel = byId("record");
    const { chunks } = cutNow();
    const chunk = chunks[state.chunk];
    if (!chunk) {
      const hint = chunks.length ? "Select a chunk: click it, or press j." : "There are no chunks.";
      panel.replaceChildren(make("p", { className: "faint" }, hint));
      return;
    }
    const text = textNow();
    const units = chunk.units.map(([at, from, to], nth) => {
      const end = chunk.units[nth + 1]?.[0] ?? chunk.at[1];
      const words = text.slice(at, end).trim();
      return make("li", { value: nth }, `${number(from)}–${number(to)}${nth < chunk.carried ? " · carried" : ""}`, make("span", { className: "excerpt", lang: writtenIn(chunk.language) }, shortened(words, 90)));
    });
    const evidence = cutNow().evidence.flatMap((of, question) => of.whole.includes(state.chunk) ? [markOf(question)] : []);
    const facts = [
      ["tokens", `${number(chunk.tokens)} of ${number(chunk.max)} (${percent(chunk.tokens / chunk.max)})`],
      ["id", make("span", { className: "id" }, chunk.id)],
      ["source", `bytes ${number(chunk.bytes[0])}–${number(chunk.bytes[1])}`],
      ["", `characters ${number(chunk.chars[0])}–${number(chunk.chars[1])}`],
      ["units", `${number(chunk.units.length)}, of them ${number(chunk.carried)} carried${chunk.asked > chunk.carried ? ` (${number(chunk.asked)} wanted)` : ""}`],
      ["flags", chunk.flags.join(", ") || "none"],
      ["language", chunk.language],
      ["context", chunk.context ? make("span", { className: "context", lang: writtenIn(chunk.language) }, chunk.context.replace(/\n$/, "")) : "none"],
      ["settings", make("span", { className: "id" }, chunk.settings)],
    ];
    if (data.asked) facts.push(["evidence", evidence.join(", ") || "none whole"]);
    panel.replaceChildren(
      make("h2", {}, `Chunk #${state.chunk} `, make("small", { className: "faint" }, `of ${number(chunks.length)}, counted from 0`)),
      make("dl", {}, ...facts.flatMap(([term, fact]) => [make("dt", {}, term), make("dd", {}, fact)])),
      make("details", {}, make("summary", {}, "Units, in bytes of the source"), make("ol", {}, ...units)),
      make("details", {}, make("summary", {}, "What is embedded"), make("pre", { id: "embedded", lang: writtenIn(chunk.language) }, chunk.context + text.slice(...chunk.at))));
  }

  // No pair of surrogates is torn.
  function shortened(words, most) {
    const letters = Array.from(words.slice(0, 2 * most));
    return letters.length > most ? `${letters.slice(0, most).join("")}…` : words;
  }

  function markSelected() {
    for (const element of document.querySelectorAll(".chunk.selected, .piece.in, .piece.now")) element.classList.remove("selected", "in", "now");
    drawn.sections.get(state.chunk)?.block.classList.add("selected");
    // What is carried into the chunk stands in the sections before it.
    for (let nth = state.chunk - 1; state.chunk !== null && nth >= 0; nth -= 1) {
      const shared = drawn.sections.get(nth)?.pieces.filter((piece) => piece.last >= state.chunk) ?? [];
      if (shared.length === 0) break;
      for (const { span } of shared) span.classList.add("in");
    }
    for (const span of drawn.evidence.get(state.question) ?? []) span.classList.add("now");
    byId("evidence").querySelector("[aria-current]")?.removeAttribute("aria-current");
    byId("evidence").querySelectorAll("li")[state.question]?.setAttribute("aria-current", "true");
  }

  // Every chunk as a bar as high as its share of the budget; the line above is the budget.

  function drawOverview() {
    const canvas = byId("overview");
    const { chunks, evidence } = cutNow();
    const scale = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const full = chunks.filter((chunk) => chunk.tokens >= chunk.max * 0.95).length;
    const flagged = chunks.filter((chunk) => chunk.flags.length).length;
    canvas.setAttribute("aria-label", `${counted(chunks.length, "chunk")} against their budget: ${number(full)} at least 95 % full, ${number(flagged)} with flags`);
    const pen = canvas.getContext("2d");
    // A custom property may say light-dark(); what it comes to, only a property that is a colour tells.
    const colour = (name) => { canvas.style.color = `var(${name})`; return getComputedStyle(canvas).color; };
    const [ink, line, warn] = [colour("--ink"), colour("--line"), colour("--warn")];
    const tints = [colour("--b0"), colour("--b1"), colour("--b2")];
    canvas.style.color = "";
    if (chunks.length === 0) return;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    const [top, bottom] = [6, height - 5];
    drawn.torn ??= new Set(evidence.flatMap((of) => of.whole.length ? [] : touched(of.spans)));
    const each = width / chunks.length;
    chunks.forEach((chunk, nth) => {
      const x = nth * each;
      const wide = Math.max(each * (each > 3 ? 0.85 : 1), 0.5);
      const high = Math.min(chunk.tokens / chunk.max, 1) * (bottom - top);
      pen.fillStyle = tints[nth % 3];
      pen.globalAlpha = nth === state.chunk ? 1 : 0.55;
      pen.fillRect(x, bottom - high, wide, high);
      pen.globalAlpha = 1;
      if (chunk.flags.length || chunk.tokens > chunk.max) { pen.fillStyle = warn; pen.fillRect(x, 0, Math.max(wide, 1.5), 4); }
      if (drawn.torn.has(nth)) { pen.fillStyle = warn; pen.fillRect(x, height - 4, Math.max(wide, 1.5), 4); }
      if (nth === state.chunk) { pen.strokeStyle = ink; pen.lineWidth = 2; pen.strokeRect(x, top, Math.max(wide, 3), bottom - top); }
    });
    pen.fillStyle = line;
    pen.fillRect(0, top - 1, width, 1);
  }

  // Moving about.

  // Shows what is asked for; what is not is left as it is. A chunk is kept by its place in the text where the policy changes.
  function go(wanted, { scroll = true } = {}) {
    const before = { ...state };
    Object.assign(state, wanted);
    const changed = before.document !== state.document || before.policy !== state.policy;
    if (before.document !== state.document) {
      if (!("chunk" in wanted)) state.chunk = null;
      if (!("question" in wanted)) state.question = null;
    } else if (before.policy !== state.policy && place !== null && !("chunk" in wanted)) {
      const at = data.documents[before.document].cuts[before.policy].text === cutNow().text ? place : null;
      // The chunk that has most of what is looked at: of the evidence, where that is what one came for, else of where the chunk began.
      const spans = at === null || state.question === null ? [] : cutNow().evidence[state.question].spans;
      const nth = spans.length ? cutNow().evidence[state.question].whole[0] ?? touched(spans)[0] ?? -1
        : at === null ? -1 : cutNow().chunks.findIndex((chunk) => chunk.at[1] > at);
      state.chunk = nth < 0 ? null : nth;
    }
    const chunk = cutNow().chunks[state.chunk];
    if (!chunk) state.chunk = null;
    if (!chunk || before.policy === state.policy || "chunk" in wanted) place = chunk ? chunk.units[chunk.carried]?.[0] ?? chunk.at[0] : null;
    if (!documentNow().questions[state.question]) state.question = null;
    if (changed || !drawn) draw();
    byId("document").value = state.document;
    byId("policy").value = state.policy;
    markSelected();
    drawRecord();
    if (!changed) drawOverview();
    say(before, changed);
    remember();
    if (scroll) scrollTo(changed && before.document !== state.document);
  }

  function scrollTo(fresh) {
    const evidence = drawn.evidence.get(state.question)?.[0];
    const block = drawn.sections.get(state.chunk)?.block;
    if (block) block.scrollIntoView({ block: "start" });
    if (evidence && !isSeen(evidence)) evidence.scrollIntoView({ block: "center" });
    if (!block && !evidence && fresh) window.scrollTo(0, 0);
  }

  function isSeen(element) {
    const { top, bottom } = element.getBoundingClientRect();
    return top > byId("top").offsetHeight && bottom < window.innerHeight;
  }

  function say(before, changed) {
    const chunk = cutNow().chunks[state.chunk];
    const parts = [];
    if (changed) {
      const { chunks, redundancy } = cutNow().figures;
      parts.push(`${documentNow().id} by ${data.policies[state.policy].name}: ${counted(chunks, "chunk")}, redundancy ${percent(redundancy)}`);
    }
    if (chunk && (changed || before.chunk !== state.chunk)) parts.push(`Chunk ${state.chunk}: ${chunk.tokens} of ${chunk.max} tokens, ${counted(chunk.carried, "unit")} carried`);
    if (state.question !== null && before.question !== state.question) parts.push(`Evidence ${documentNow().questions[state.question].id}: ${keeps(state.question)}`);
    if (parts.length) byId("said").textContent = parts.join(". ");
  }

  const around = (at, by, many) => (at + by + many) % many;

  function step(by) {
    const many = cutNow().chunks.length;
    if (many === 0) return;
    const next = state.chunk === null ? (by > 0 ? 0 : many - 1) : Math.min(Math.max(state.chunk + by, 0), many - 1);
    go({ chunk: next, question: null });
  }

  function goToEvidence(question) {
    const { whole, spans } = cutNow().evidence[question];
    const chunk = whole[0] ?? touched(spans)[0] ?? state.chunk;
    go({ question, chunk });
  }

  function stepEvidence(by) {
    const many = documentNow().questions.length;
    if (!many) return;
    if (state.question !== null) return goToEvidence(around(state.question, by, many));
    const selected = cutNow().chunks[state.chunk];
    const places = cutNow().evidence.flatMap(({ spans }, nth) => spans.length ? [[Math.min(...spans.map(([from]) => from)), nth]] : []);
    places.sort(([one, nth], [other, mth]) => one - other || nth - mth);
    // From a chunk, the nearest in the text that does not begin before it; else in the order of the list.
    const near = !selected ? undefined
      : by > 0 ? places.find(([from]) => from >= selected.at[0]) ?? places[0]
      : places.findLast(([from]) => from < selected.at[0]) ?? places.at(-1);
    goToEvidence(near ? near[1] : by > 0 ? 0 : many - 1);
  }

  // The fragment says what is shown, by names where there are some, so that it outlives a change of the corpus.

  function remember() {
    const parts = new URLSearchParams();
    parts.set("document", documentNow().id);
    parts.set("policy", data.policies[state.policy].name);
    if (state.chunk !== null) parts.set("chunk", state.chunk);
    if (state.question !== null) parts.set("evidence", documentNow().questions[state.question].id);
    const fragment = `#${parts}`;
    if (location.hash !== fragment) history.replaceState(null, "", fragment);
  }

  function recall() {
    const parts = new URLSearchParams(location.hash.slice(1));
    const place = (list, of, name) => Math.max(0, list.findIndex((item) => of(item) === parts.get(name)));
    const wanted = {
      document: place(data.documents, (document) => document.id, "document"),
      policy: place(data.policies, (policy) => policy.name, "policy"),
    };
    const { questions } = data.documents[wanted.document];
    const question = questions.findIndex((question) => question.id === parts.get("evidence"));
    wanted.question = question < 0 ? null : question;
    wanted.chunk = /^\d+$/.test(parts.get("chunk") ?? "") ? Number(parts.get("chunk")) : null;
    go(wanted);
  }

  // What listens.

  function listen() {
    // A list that keeps the focus would keep the keys, too.
    byId("document").addEventListener("change", (event) => { event.target.blur(); go({ document: Number(event.target.value) }); });
    byId("policy").addEventListener("change", (event) => { event.target.blur(); go({ policy: Number(event.target.value) }); });
    byId("help-button").addEventListener("click", () => byId("help").showModal());
    byId("text").addEventListener("click", (event) => {
      if (String(getSelection())) return;
      const piece = event.target.closest(".piece");
      const block = event.target.closest(".chunk");
      if (!piece && !block) return;
      const question = piece?.dataset.questions?.split(" ")[0];
      go({ chunk: Number(block?.dataset.chunk ?? piece.dataset.first), question: question === undefined ? null : Number(question) }, { scroll: false });
    });
    byId("overview").addEventListener("click", (event) => {
      const nth = Math.floor(event.offsetX / event.target.clientWidth * cutNow().chunks.length);
      if (cutNow().chunks[nth]) go({ chunk: nth, question: null });
    });
    const keys = {
      j: () => step(1), ArrowRight: () => step(1), k: () => step(-1), ArrowLeft: () => step(-1),
      p: () => go({ policy: around(state.policy, 1, data.policies.length) }), P: () => go({ policy: around(state.policy, -1, data.policies.length) }),
      d: () => go({ document: around(state.document, 1, data.documents.length) }), D: () => go({ document: around(state.document, -1, data.documents.length) }),
      e: () => stepEvidence(1), E: () => stepEvidence(-1),
      t: () => byId("theme").click(), "?": () => byId("help").showModal(),
    };
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, input, textarea, dialog[open]")) return;
      if (!Object.hasOwn(keys, event.key)) return;
      event.preventDefault();
      keys[event.key]();
    });
    window.addEventListener("hashchange", recall);
    new ResizeObserver(() => {
      document.documentElement.style.setProperty("--top", `${byId("top").offsetHeight}px`);
      drawOverview();
    }).observe(byId("top"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawOverview);
    new MutationObserver(drawOverview).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  function begin() {
    if (data.documents.length === 0 || data.policies.length === 0) {
      byId("about").textContent = "There is nothing to show.";
      return;
    }
    const options = (list, of) => list.map((item, nth) => make("option", { value: nth }, of(item)));
    byId("title").textContent = document.title;
    byId("document").append(...options(data.documents, (document) => document.id));
    byId("policy").append(...options(data.policies, (policy) => policy.name));
    byId("choose-document").hidden = data.documents.length < 2;
    byId("choose-policy").hidden = data.policies.length < 2;
    listen();
    recall();
  }
  begin();
})();
