"use strict";
(() => {
  const facts = /* facts */ null;
  const $ = (id) => document.getElementById(id);
  const every = (selector) => [...document.querySelectorAll(selector)];

  // Texts, by their ids; those that a language lacks are English.
  let texts = facts.texts.en;
  let plural = new Intl.PluralRules("en");
  const text = (id, values = {}) =>
    (texts[id] ?? facts.texts.en[id] ?? id).replace(/\{(\w+)\}/g, (mark, name) => values[name] ?? mark);
  const counted = (id, n) => {
    const form = `${id}.${plural.select(n)}`;
    return text(form in texts || form in facts.texts.en ? form : `${id}.other`, { n: n.toLocaleString(document.documentElement.lang) });
  };
  const told = {};  // of each element with a text that changes, what says it anew in another language
  function tell(id, say) {
    told[id] = say;
    $(id).textContent = say();
  }
  function speak(language) {
    texts = facts.texts[language] ?? facts.texts.en;
    plural = new Intl.PluralRules(language);
    document.documentElement.lang = language;
    for (const one of every("[data-text]")) one.textContent = text(one.dataset.text);
    for (const one of every("[data-label]")) one.setAttribute("aria-label", text(one.dataset.label));
    for (const one of every("[data-label-of]")) one.label = text(one.dataset.labelOf);
    for (const one of every("[data-title]")) one.title = text(one.dataset.title);
    for (const one of every("[data-placeholder]")) one.placeholder = text(one.dataset.placeholder);
    for (const [id, say] of Object.entries(told)) $(id).textContent = say();
    showChosen();
  }
  const languages = Object.keys(facts.texts);
  for (const language of languages) $("language").add(new Option(facts.texts[language].name, language));
  $("languages").hidden = languages.length < 2;
  $("language").onchange = () => speak($("language").value);

  // The judge: one worker, replaced by another where it is cancelled or dies.
  let worker = null;
  let isReady = false;
  let waiting = null;  // what to judge once it is ready
  let current = null;  // what is being judged: files and options
  let shown = [];  // addresses of what is shown, to be given back
  const assets = every("script[id^='asset-']");
  const nameOf = (one) => one.id.slice("asset-".length);

  // What is packed in the page, for page and worker. It streams the bytes themselves: of a blob, a worker of a page from a file
  // can read nothing in WebKit, nor import one. So its script is whole, with Pyodide's before it, and it is handed bytes.
  async function unpacked(packed) {
    const text = atob(packed);
    const bytes = new Uint8Array(text.length);
    for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
    return new Response(new Response(bytes).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }
  async function workerCode() {
    const inPage = assets.find((one) => nameOf(one) === "engine.js");
    let engine;
    if (inPage) engine = await unpacked(inPage.textContent);
    else {
      const answer = await fetch("engine.js", { integrity: `sha256-${facts.hashes["engine.js"]}`, credentials: "omit" });
      if (!answer.ok) throw new Error(`engine.js: ${answer.status}`);
      engine = await answer.arrayBuffer();
    }
    return new Blob([engine, `\nconst unpacked = ${unpacked};\n`, facts.worker], { type: "text/javascript" });
  }
  let code = null;  // of workers, a promise
  let starts = 0;

  async function start() {
    const number = ++starts;
    isReady = false;
    $("sql-games").hidden = true;  // a new worker has none
    if (!$("sql-open").hidden) { $("sql-open").hidden = true; tell("sql-state", () => text("sql.died")); }
    let made;
    try {
      made = URL.createObjectURL(await (code ??= workerCode()));
    } catch (error) {
      return answers.failed({ of: "start", text: String(error.message ?? error) });
    }
    if (number === starts) {
      worker = new Worker(made);
      worker.onmessage = ({ data }) => answers[data.kind](data);
      worker.onerror = (event) => answers.failed({ of: isReady ? "judge" : "start", text: event.message || "" });
      post(parts());
    }
    URL.revokeObjectURL(made);
  }
  function* parts() {
    for (const one of assets) if (nameOf(one) !== "engine.js") yield { kind: "hold", name: nameOf(one), packed: one.textContent };
    yield { kind: "start", base: document.baseURI, hashes: facts.hashes, lock: facts.lock, site: facts.site };
  }
  // Ends the worker, of which nothing is heard any more.
  function stop() {
    if (worker) { worker.onmessage = worker.onerror = null; worker.terminate(); }
    worker = null;
  }
  // Posts messages one by one, until the worker is replaced. Between them the page answers: the browser takes its time for
  // large ones.
  const { port1: here, port2: there } = new MessageChannel();  // timers of a page that is not seen wait a second
  async function post(messages) {
    const to = worker;
    for (const message of messages) {
      if (worker !== to) return;
      to.postMessage(message);
      await new Promise((resolve) => { here.onmessage = resolve; there.postMessage(null); });
    }
  }

  const answers = {
    ready({ version, rulesets }) {
      isReady = true;
      tell("version", () => text("version", { version }));
      if (!$("bundled").children.length) for (const [name, title] of rulesets) $("bundled").append(new Option(title, name));
      tell("ready", () => text("ready"));
      if (waiting) send(waiting);
    },
    progress({ games, hands }) {
      if (!current) return tell("sql-state", () => text("sql.judging", { games: counted("game", games) }));
      const finished = current && current.files.length > 1 && games >= current.files.length;
      tell("state", () => finished ? text("finishing") : text("judging", { games: counted("game", games), hands: counted("hand", hands) }));
      if (current && current.files.length > 1) { $("progress").max = Math.max(current.files.length, games); $("progress").value = games; }
    },
    judged(answer) {
      $("work").hidden = true;
      show(answer);
      current = null;
    },
    ...sqlAnswers(),
    nameless({ file }) { save(file, "logs-without-names.zip"); },
    failed({ of, text: why, unread, refused }) {
      if (["sql", "query", "chart", "player"].includes(of)) return sqlFailed(() => text("failed", { why }));
      $("work").hidden = true;
      current = null;
      if (of === "start") {
        const isOld = typeof DecompressionStream === "undefined" || typeof WebAssembly === "undefined";
        tell("ready", () => "");
        return complain(() => text("unstarted", { why: isOld ? text("old") : why }));
      }
      complain(() => unread ? text("unread", { name: unread, why }) : refused ? why : text("failed", { why }));
      if (!refused && !unread) { stop(); start(); }
    },
  };

  function complain(say) {
    tell("fault", say);
    $("fault").hidden = false;
  }

  // What is judged.
  function options(pasted) {
    return { text: pasted, rules: $("rules").value, own: ownRules, hands: $("hands").value, nameless: $("nameless").checked };
  }
  let ownRules = "";
  let last = null;

  function take(files, pasted = "") {
    if (!files.length && !pasted.trim()) return complain(() => text("nothing"));
    if ($("rules").value === "own" && !ownRules) { $("options").open = true; $("own").focus(); return complain(() => text("own.missing")); }
    last = { files, pasted };
    $("again").hidden = false;
    const title = pasted ? text("paste.label") : files.length === 1 ? files[0].name.split("/").pop() : commonFolder(files) || counted("file", files.length);
    const asked = { files, options: { ...options(pasted), title } };
    $("fault").hidden = true;
    $("result").hidden = $("sql-games").hidden = true;
    $("work").hidden = false;
    $("progress").removeAttribute("value");
    if (current) { stop(); start(); }
    current = asked;
    if (isReady) return send(asked);
    waiting = asked;
    tell("state", () => text("waiting"));
  }
  const FILES_TOGETHER = 4;
  const read = async ({ name, file }) => {
    try {
      return { name, bytes: await file.arrayBuffer() };
    } catch (error) {
      throw Object.assign(new Error(String(error.message ?? error)), { unread: name });
    }
  };
  async function send(asked) {
    const to = worker;
    waiting = null;
    tell("ready", () => "");
    tell("state", () => asked.options.rules === "infer" ? text("inferring") : text("reading", { files: counted("file", Math.max(asked.files.length, 1)) }));
    to.postMessage({ kind: "clear" });
    for (let at = 0; at < asked.files.length; at += FILES_TOGETHER) {
      let files = null;
      let fault = null;
      try {
        files = await Promise.all(asked.files.slice(at, at + FILES_TOGETHER).map(read));
      } catch (error) {
        fault = error;
      }
      if (worker !== to || current !== asked) return;
      if (fault) return answers.failed({ of: "judge", unread: fault.unread, text: fault.message });
      to.postMessage({ kind: "take", files }, files.map((one) => one.bytes));
    }
    to.postMessage({ kind: "judge", options: asked.options, language: $("language").value });
  }
  function commonFolder(files) {
    const [first] = files[0].name.split("/");
    return files.every((one) => one.name.includes("/") && one.name.split("/")[0] === first) ? first : "";
  }
  $("cancel").onclick = () => {
    stop();
    waiting = current = null;
    $("work").hidden = true;
    tell("ready", () => text("cancelled"));
    start();
    $("files").focus();
  };

  // The result.
  function address(blob) {
    const made = URL.createObjectURL(blob);
    shown.push(made);
    return made;
  }
  function show({ info, page, lines, csv, seconds, memory }) {
    for (const one of shown) URL.revokeObjectURL(one);
    shown = [];
    const name = fileStem(current.options.title);
    $("verdict").textContent = text("sentence", { said: info.verdict });
    $("verdict").className = info.faulty ? "bad" : info.games ? "good" : "";
    tell("counts", () => text("counts", {
      games: counted("game", info.games), hands: counted("hand", info.hands), findings: counted("finding", info.findings),
      problems: info.problems.length ? text("counts.problems", { problems: counted("problem", info.problems.length) }) : "",
      seconds: seconds.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 }),
    }));
    $("notes").replaceChildren(...[...info.notes, ...info.problems].slice(0, 100).map((line) => Object.assign(document.createElement("li"), { textContent: line })));
    $("notes").hidden = !info.notes.length && !info.problems.length;
    const report = address(page);
    for (const [id, file, ending] of [["save-page", report, "html"], ["save-lines", address(lines), "jsonl"], ["save-csv", address(csv), "csv"]]) {
      $(id).href = file;
      $(id).download = `${name}.${ending}`;
    }
    $("save-lines").hidden = $("save-csv").hidden = false;
    $("open").href = report;
    $("save-nameless").hidden = !current.options.nameless;
    players = info.players;
    $("sql-games").hidden = !info.games;
    $("sql-open").hidden = $("sql-fault").hidden = true;
    tell("sql-state", () => "");
    frame(report);
    $("result").hidden = false;
    $("verdict").focus({ preventScroll: true });
    $("result").scrollIntoView({ block: "start" });
    document.dispatchEvent(new CustomEvent("judged", { detail: { info, page, lines, csv, seconds, memory } }));
  }
  const fileStem = (title) => title.replace(/\.[^.]*$/, "").replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "report";
  function save(file, name) {
    const link = Object.assign(document.createElement("a"), { href: address(file), download: name });
    link.click();
  }
  $("save-nameless").onclick = () => worker.postMessage({ kind: "nameless" });
  let isLoaded = false;
  let toPrint = false;
  function frame(made) {
    isLoaded = toPrint = false;
    $("report").src = made;
  }
  function print() {
    toPrint = !isLoaded;
    if (isLoaded) $("report").contentWindow.postMessage("print", "*");
  }
  $("report").onload = () => { isLoaded = true; if (toPrint) print(); };
  $("print").onclick = print;

  // SQL: the games that were judged, or a database; the form for one file has none.
  let players = [];
  let queries = [];
  let answers_ = 0;
  let answerUrls = [];
  $("ask").hidden = !facts.hosted;

  function sqlAnswers() {
    return {
      opened({ games, players: named, queries: known }) {
        queries = known;
        tell("sql-state", () => text("sql.opened", { games: counted("game", games) }));
        $("player").replaceChildren(...(named ?? players).map((name) => new Option(name)));
        $("player-form").hidden = !(named ?? players).length;
        const groups = Map.groupBy ? Map.groupBy(queries, (one) => one.group) : grouped(queries);
        $("query").replaceChildren(...[...groups].map(([label, ones]) => {
          const group = Object.assign(document.createElement("optgroup"), { label });
          group.append(...ones.map((one) => new Option(one.title, one.name)));
          return group;
        }));
        showQuery();
        $("answer").hidden = true;
        $("sql-open").hidden = false;
      },
      answer({ name, columns, rows, all, numbers, counted: note, chart, csv, seconds }) {
        tell("sql-state", () => "");
        for (const one of answerUrls) URL.revokeObjectURL(one);
        answerUrls = [URL.createObjectURL(csv)];
        const query = queries.find((one) => one.name === name);
        tell("answer-title", () => query ? query.title : text("answer.own"));
        tell("answer-note", () => [
          note, text("answer.facts", { rows: counted("row", all), seconds: seconds.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 }) }),
          all > rows.length ? text("answer.more", { shown: rows.length, rows: all }) : "",
        ].filter(Boolean).join(" · "));
        const table = document.createElement("table");
        const line = (values, tag) => {
          const row = document.createElement("tr");
          values.forEach((value, index) => {
            const cell = document.createElement(tag);
            if (tag === "th") cell.scope = "col";
            if (numbers[index]) cell.className = "number";
            cell.textContent = value;
            row.append(cell);
          });
          return row;
        };
        table.createTHead().append(line(columns, "th"));
        table.createTBody().append(...rows.map((row) => line(row, "td")));
        $("rows").replaceChildren(table);
        $("save-answer").href = answerUrls[0];
        $("save-answer").download = `${name ?? "answer"}.csv`;
        $("chart").hidden = true;
        answers_ += 1;
        if (chart) worker.postMessage({ kind: "chart", specification: chart, number: answers_ });
        $("answer").hidden = false;
        $("answer-title").focus();
        document.dispatchEvent(new CustomEvent("answered", { detail: { name, columns, rows, csv } }));
      },
      chart({ svg, number }) {
        if (number !== answers_) return;
        answerUrls.push(URL.createObjectURL(svg));
        $("chart").src = answerUrls.at(-1);
        $("chart").alt = text("answer.chart", { title: $("answer-title").textContent });
        $("chart").hidden = false;
      },
      player({ page, name }) {
        tell("sql-state", () => "");
        const made = address(page);
        frame(made);
        $("open").href = $("save-page").href = made;
        $("save-page").download = `${fileStem(`${name}.`)}.html`;
        $("save-lines").hidden = $("save-csv").hidden = $("save-nameless").hidden = true;  // which are of the games judged
        $("verdict").textContent = name;
        $("verdict").className = "";
        tell("counts", () => "");
        $("notes").hidden = true;
        $("result").hidden = false;
        $("report").scrollIntoView();
        $("report").focus();
        document.dispatchEvent(new CustomEvent("answered", { detail: { name, page } }));
      },
      refused({ text: why }) { sqlFailed(() => why); },
    };
  }
  const grouped = (ones) => ones.reduce((groups, one) => groups.set(one.group, [...groups.get(one.group) ?? [], one]), new Map());
  function sqlFailed(say) {
    tell("sql-state", () => "");
    tell("sql-fault", say);
    $("sql-fault").hidden = false;
  }
  function ask(message, waits = () => text("query.working"), handed = []) {
    $("sql-fault").hidden = true;
    tell("sql-state", waits);
    worker.postMessage({ ...message, language: $("language").value }, handed);
  }
  $("sql-games").onclick = () => ask({ kind: "sql" }, () => text("sql.loading"));
  async function openDatabase(file) {
    if (!facts.hosted) return complain(() => text("sql.single"));
    $("fault").hidden = true;
    $("ask").scrollIntoView();
    const { name, bytes } = await read({ name: file.name, file });
    ask({ kind: "sql", name, bytes }, () => text("sql.loading"), [bytes]);
  }
  const isDatabase = async ([one, ...more]) => one && !more.length && await one.file.slice(8, 12).text().catch(() => "") === "DUCK";
  $("database").onchange = () => { const [file] = $("database").files; if (file) openDatabase(file); $("database").value = ""; };
  function showQuery() {
    const query = queries.find((one) => one.name === $("query").value);
    $("query-note").textContent = query?.description ?? "";
    $("parameters").replaceChildren(...(query?.parameters ?? []).map(({ name, type, default: usual, note }) => {
      const field = Object.assign(document.createElement("div"), { className: "field" });
      const label = Object.assign(document.createElement("label"), { htmlFor: `parameter-${name}`, textContent: name });
      const input = Object.assign(document.createElement("input"), { id: `parameter-${name}`, name, placeholder: usual === "NULL" ? "" : usual.replace(/^'|'$/g, "") });
      input.dataset.list = type.endsWith("[]") ? "1" : "";
      field.append(label, input, Object.assign(document.createElement("p"), { className: "note", textContent: note }));
      return field;
    }));
  }
  $("query").onchange = showQuery;
  $("query-form").onsubmit = (event) => {
    event.preventDefault();
    const given = {};
    for (const input of $("parameters").querySelectorAll("input")) {
      if (input.value) given[input.name] = input.dataset.list ? input.value.split(",").map((one) => one.trim()) : input.value;
    }
    ask({ kind: "query", name: $("query").value, given });
  };
  $("own-form").onsubmit = (event) => { event.preventDefault(); ask({ kind: "query", text: $("own-sql").value }); };
  $("player-form").onsubmit = (event) => { event.preventDefault(); ask({ kind: "player", name: $("player").value }); };

  // What is given: files, folders, text.
  // Files of one name, as folders beside each other have them, get names of their own.
  function distinct(files) {
    const names = new Set();
    return files.map(({ name, file }) => {
      const [, stem, ending] = /^((?:.*\/)?[^/]*?)((?:\.[^/]*)?)$/s.exec(name);
      let own = name;
      for (let number = 2; names.has(own); number++) own = `${stem} (${number})${ending}`;
      names.add(own);
      return { name: own, file };
    });
  }
  const named = (list) => [...list].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
  // A database is asked, all else is judged.
  async function taken(files, pasted = "") {
    if (await isDatabase(files)) openDatabase(files[0].file);
    else take(distinct(files), pasted);
  }
  const unread = (error) => complain(() => text("unread", { name: "", why: String(error.message ?? error) }));
  for (const id of ["files", "folder"]) {
    $(id).onchange = () => { taken(named($(id).files)).catch(unread); $(id).value = ""; };
  }
  $("folder-choice").hidden = !("webkitdirectory" in document.createElement("input"));
  $("judge-text").onclick = () => take([], $("text").value);
  $("own").onchange = async () => {
    const [file] = $("own").files;
    ownRules = file ? await file.text() : "";
    $("own-name").textContent = file ? file.name : "";
    $("fault").hidden = true;
  };
  $("again").onclick = () => take(last.files, last.pasted);
  function showChosen() {
    $("own-choice").hidden = $("rules").value !== "own";
    $("chosen").textContent = $("rules").selectedOptions[0]?.textContent ?? "";
  }
  $("rules").onchange = showChosen;

  async function below(entry, folder = "") {
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
      return [{ name: folder + entry.name, file }];
    }
    const reader = entry.createReader();
    const found = [];
    for (;;) {
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (!some.length) return found;
      for (const one of some) found.push(...await below(one, `${folder}${entry.name}/`));
    }
  }
  let over = 0;
  const mark = (is) => $("drop").classList.toggle("over", is);
  document.addEventListener("dragenter", (event) => { event.preventDefault(); over++; mark(true); });
  document.addEventListener("dragleave", () => { over = Math.max(0, over - 1); mark(over > 0); });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    over = 0;
    mark(false);
    const items = [...event.dataTransfer.items].filter((item) => item.kind === "file");
    const entries = items.map((item) => item.webkitGetAsEntry?.());
    const plain = named(event.dataTransfer.files);
    const dropped = event.dataTransfer.getData("text/plain");
    try {
      if (entries.length && entries.every(Boolean) && entries.some((entry) => entry.isDirectory)) {
        await taken((await Promise.all(entries.map((entry) => below(entry)))).flat());
      } else await taken(plain, plain.length ? "" : dropped);
    } catch (error) {
      unread(error);
    }
  });

  $("site").hidden = !facts.hosted;
  tell("form", () => text(facts.hosted ? "form.hosted" : "form.single"));
  tell("ready", () => text("starting"));
  const wanted = navigator.languages.map((one) => languages.find((known) => known === one || known.split("-")[0] === one.split("-")[0])).find(Boolean) ?? "en";
  $("language").value = wanted;
  speak(wanted);
  start();
  if (facts.hosted && "serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
})();
