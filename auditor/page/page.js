"use strict";
// Steps through hands and filters findings. It knows no rule: which drawing lies where, and which text stands where,
// was computed beforehand; a frame is what differs from the one before.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const OVER = ["mark", "last", "claimed"];
  const data = JSON.parse(document.getElementById("positions").textContent);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const text = (root, selector, words) => { const one = root.querySelector(selector); if (one) one.textContent = words; };

  // A text by its id, in the language of the page; each field stands for words.
  const said = (id, fields = {}) => data.words[id].split(/\{(\w+)\}/).flatMap((part, number) => number % 2 ? fields[part] : part ? [part] : []);
  // Words are texts and rows of tiles: ["waits for ", ["6m", "9m"]].
  const plain = (words) => words.map((word) => typeof word === "string" ? word : word.join(" ")).join("");
  function written(words) {
    const parts = document.createDocumentFragment();
    for (const word of words) {
      if (typeof word === "string") { parts.append(word); continue; }
      const row = document.createElement("span");
      row.className = "tiles";
      row.setAttribute("role", "img");
      row.setAttribute("aria-label", word.join(" "));
      for (const tile of word) {
        const drawing = document.createElementNS(SVG, "svg");
        drawing.setAttribute("viewBox", "0 0 30 41");
        const one = document.createElementNS(SVG, "use");
        one.setAttribute("href", "#" + (data.symbols[tile] ?? tile));
        drawing.append(one);
        row.append(drawing);
      }
      parts.append(row);
    }
    return parts;
  }

  // The texts and groups of a hand after so many events.
  function position(hand, frame) {
    const texts = {}, groups = {};
    for (const [changed, ...moved] of data.hands[hand].frames.slice(0, frame + 1)) {
      for (let i = 0; i < changed.length; i += 2) texts[changed[i]] = data.texts[changed[i + 1]];
      for (const [group, ...pairs] of moved) {
        const places = groups[group] ??= new Map();
        for (let i = 0; i < pairs.length; i += 2) {
          if (pairs[i + 1]) places.set(pairs[i], pairs[i + 1]); else places.delete(pairs[i]);
        }
      }
    }
    return { texts, groups };
  }

  function use(name, [x, y, sideways, scale], looks) {
    const one = document.createElementNS(SVG, "use");
    one.setAttribute("href", "#" + name);
    if (sideways) one.setAttribute("transform", `translate(${x} ${y + data.width}) rotate(-90)`);
    else if (scale !== 1) one.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    else { one.setAttribute("x", x); one.setAttribute("y", y); }
    if (looks.length) one.setAttribute("class", looks.join(" "));
    return one;
  }

  // The address follows each step, so that a position can be sent; not each frame that a slider passes.
  let later = 0;
  function remember(card, frame) {
    clearTimeout(later);
    later = setTimeout(() => {
      try { history.replaceState(null, "", `#${card.id}-event-${frame}`); } catch { /* a page inside another has no address */ }
    }, 200);
  }

  class Table {
    constructor(figure) {
      this.figure = figure;
      const later = figure.querySelector("noscript");
      if (later) later.outerHTML = later.textContent;
      this.board = figure.querySelector("svg.board");
      this.hand = +figure.dataset.hand;
      this.finding = this.frame = +figure.dataset.frame;
      this.view = +figure.dataset.view;
      this.marks = JSON.parse(figure.dataset.marks);
      this.steps = data.hands[this.hand];
      this.last = this.steps.frames.length - 1;
      this.answers = all("[data-answer]", figure.closest(".body"));
      this.seats = all("[data-seat]", this.board).length;
      figure.append(document.getElementById("steps").content.cloneNode(true));
      this.slider = figure.querySelector("input");
      this.slider.max = this.last;
      this.slider.value = this.frame;
      this.slider.addEventListener("input", () => this.go(+this.slider.value));
      for (const button of all("[data-go]", figure)) button.addEventListener("click", () => this.press(button.dataset.go));
    }

    press(where) {
      if (where === "play") { this.play(!this.timer); return; }
      if (where !== "tick") this.play(false);
      if (where === "hide") this.hide(!this.hides);
      if (where === "seat") { this.view = (this.view + 1) % this.seats; this.turn(); }
      const after = (frames) => frames.find((frame) => frame > this.frame) ?? this.last;
      const target = { first: 0, back: this.frame - 1, on: this.frame + 1, tick: this.frame + 1, last: this.last, finding: this.finding };
      if (where === "call") target.call = after(this.steps.calls);
      if (where === "turn") target.turn = after(this.steps.turns);
      this.go(target[where] ?? this.frame);
    }

    // Goes on by itself, until the end or the next key.
    play(on) {
      clearInterval(this.timer);
      this.timer = on ? setInterval(() => { if (this.frame < this.last) this.press("tick"); else this.play(false); }, 900) : 0;
      const button = this.figure.querySelector('[data-go="play"]');
      button.setAttribute("aria-pressed", String(on));
      button.textContent = on ? data.words.pause : data.words.play;
      this.figure.querySelector("figcaption").setAttribute("aria-live", on ? "off" : "polite");
    }

    // As the player below sees it: the others' tiles face down, and nothing said that follows from them.
    hide(on) {
      this.hides = on;
      const button = this.figure.querySelector('[data-go="hide"]');
      button.setAttribute("aria-pressed", String(on));
      button.textContent = on ? data.words["show-others"] : data.words["hide-others"];
    }

    isHidden(seat) { return Boolean(this.hides) && seat !== this.view; }

    go(frame) {
      this.frame = Math.max(0, Math.min(this.last, frame));
      this.slider.value = this.frame;
      remember(this.figure.closest("details"), this.frame);
      const { texts, groups } = position(this.hand, this.frame);
      for (const group of all("[data-group]", this.board)) this.fill(group, groups[group.dataset.group] ?? new Map());
      for (const one of all("[data-text]", this.board)) one.textContent = texts[one.dataset.text];
      const points = (seat) => +texts[seat].replace(/[^-\d]/g, "");
      for (let seat = 0; seat < this.seats; seat++) {
        const difference = points(seat) - points(this.view);
        const words = (difference < 0 ? "-" : "+") + Math.abs(difference).toLocaleString(document.documentElement.lang);
        text(this.board, `[data-difference="${seat}"]`, seat === this.view ? "" : words);
        for (const one of all(`[data-who="${seat}"] :is(.waits, .waiting)`, this.board)) one.setAttribute("visibility", this.isHidden(seat) ? "hidden" : "inherit");
      }
      this.caption(texts[data.caption]);
      for (const answer of this.answers) {
        const lines = texts[data.answers + +answer.dataset.answer] ?? [];
        answer.hidden = !lines.length || this.isHidden(+answer.dataset.answer);
        answer.querySelector("ul").replaceChildren(...lines.map((line) => { const item = document.createElement("li"); item.append(written(line)); return item; }));
      }
    }

    fill(group, places) {
      const tiles = [], over = [];
      const isDown = group.classList.contains("hand") && this.isHidden(+group.parentNode.dataset.seat);
      for (const [place, drawing] of places) {
        const [name, ...looks] = data.drawings[drawing - 1].split(" ");
        if (this.frame === this.finding && this.marks.some(([g, p]) => g === +group.dataset.group && p === place)) looks.push("mark");
        tiles.push(use(data.symbols[isDown ? "back" : name] ?? name, data.places[place], looks.filter((look) => !OVER.includes(look))));
        for (const look of looks) if (OVER.includes(look)) over.push(use(look, data.places[place], []));
      }
      group.replaceChildren(...tiles, ...over);
    }

    // What happened before a frame; of a draw that is hidden, not which tile.
    told(words, frame) {
      const isSeen = !this.hides || !this.steps.turns.includes(frame);
      const player = this.answers[this.view]?.querySelector("b").textContent;
      return isSeen || words[0].startsWith(data.words.draws.replace("{player}", player).split("{tile}")[0]) ? words : words.filter((word) => typeof word === "string");
    }

    caption(next) {
      const before = this.frame ? said("after-event", { event: this.told(position(this.hand, this.frame - 1).texts[data.caption], this.frame) }) : said("the-deal");
      const following = next ? said("next-event", { event: this.told(next, this.frame + 1) }) : said("hand-over");
      const words = said("caption", { applied: [String(this.frame)], all: [String(this.last)], before, following });
      this.figure.querySelector("figcaption").replaceChildren(written(words));
      this.board.setAttribute("aria-label", plain(words));
    }

    // Another seat below: groups are turned, words take each other's places.
    turn() {
      for (let seat = 0; seat < this.seats; seat++) {
        const place = (seat - this.view + data.seats) % data.seats;
        this.board.querySelector(`[data-seat="${seat}"]`).setAttribute("transform", `rotate(${-90 * place} ${data.side / 2} ${data.side / 2})`);
        this.board.querySelector(`[data-who="${seat}"]`).setAttribute("transform", `translate(${data.corners[place].join(" ")})`);
        const wind = this.board.querySelector(`[data-wind="${seat}"]`);
        wind.setAttribute("x", data.winds[place][0]);
        wind.setAttribute("y", data.winds[place][1]);
      }
    }
  }

  const tables = new Map();
  function tableOf(card) {
    const figure = card.querySelector("figure.table");
    if (figure && !tables.has(card)) tables.set(card, new Table(figure));
    return tables.get(card);
  }

  const cards = all(".finding");
  const hands = all("details.hand");
  const stepped = [...hands, ...cards];
  for (const card of stepped) {
    card.addEventListener("toggle", () => { if (card.open) tableOf(card); });
    if (card.open) tableOf(card); // one that is open from the beginning may tell so before anybody listens
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
    const where = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", c: "call", t: "turn", p: "play", s: "seat", h: "hide" }[event.key];
    const card = event.target.closest(".finding[open], details.hand[open]") ?? inSight();
    if (event.key === "n" && hands.length) { nextHand(card); event.preventDefault(); return; }
    if (!where || !card || ((where === "first" || where === "last") && !event.target.closest("figure"))) return;
    const table = tableOf(card);
    if (table) { table.press(where); event.preventDefault(); }
  });

  // What the reader looks at: the open hand or finding nearest to the top of the window.
  function inSight() {
    const open = stepped.filter((one) => one.open && !one.hidden && one.querySelector("figure.table"));
    const far = (one) => { const box = one.getBoundingClientRect(); return box.bottom < 80 ? 1e6 - box.bottom : Math.max(0, box.top); };
    return open.sort((one, other) => far(one) - far(other))[0];
  }

  const chosen = document.querySelector(".switch");
  function choose(id) {
    for (const one of hands) one.hidden = Boolean(id) && one.id !== id;
    if (chosen) chosen.querySelector("select").value = id;
  }
  if (chosen) {
    chosen.hidden = false;
    chosen.addEventListener("change", () => choose(chosen.querySelector("select").value));
    chosen.addEventListener("submit", (event) => event.preventDefault());
  }
  function nextHand(from) {
    const next = hands[(hands.indexOf(from) + 1) % hands.length];
    if (chosen && chosen.querySelector("select").value) choose(next.id);
    next.open = true;
    next.querySelector("summary").focus({ preventScroll: true });
    next.scrollIntoView();
  }

  const filters = document.querySelector(".filters");
  if (filters) {
    filters.hidden = false;
    const apply = () => {
      let shown = 0;
      for (const card of cards) {
        card.hidden = all("select", filters).some((one) => one.value && one.value !== card.dataset[one.name]);
        shown += !card.hidden;
      }
      filters.querySelector("output").textContent = plain(said("shown-of", { shown: [String(shown)], all: [String(cards.length)] }));
    };
    filters.addEventListener("change", apply);
    filters.addEventListener("submit", (event) => event.preventDefault());
    apply();
  }

  // An address may name a finding or a hand, and a position in it: #finding-fb852a8, #hand-3-event-41.
  function arrive() {
    const named = /^#(finding-[0-9a-f]+(?:-\d+)?|(?:game-\d+-)?hand-\d+)(?:-event-(\d+))?$/.exec(location.hash);
    const card = named && document.getElementById(named[1]);
    if (!card) return;
    card.open = true;
    if (card.classList.contains("hand")) choose(chosen && chosen.querySelector("select").value ? card.id : "");
    card.hidden = false;
    if (named[2]) tableOf(card)?.go(+named[2]);
    card.scrollIntoView();
  }
  window.addEventListener("hashchange", arrive);
  arrive();

  let closed = [];
  // A player's hands are printed as a list, and those that are open with their boards.
  window.addEventListener("beforeprint", () => { closed = all("body:not(.player) details:not([open])"); for (const one of closed) { one.open = true; tableOf(one); } });
  window.addEventListener("afterprint", () => { for (const one of closed) one.open = false; });
  // Inside a page that judges, whose button to print cannot reach into here.
  window.addEventListener("message", (event) => { if (event.source === window.parent && event.data === "print") window.print(); });
})();
