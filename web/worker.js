// The judge, off the page's thread: Python in WebAssembly. Before it in the same script are Pyodide's own, and `unpacked` of
// the page. It takes what else it is made of from the page, or from the page's own address, and starts; then it answers one
// message after the other. To cancel, the page ends it and starts another.
"use strict";
let python = null;
let judge = null;
let given = {};
const held = {};  // what the page holds packed, by name
let began = 0;  // when files were given
const LEAST_PAUSE = 80;  // milliseconds between two messages of progress

let former = null;  // the answer to the message before

self.onmessage = ({ data }) => { former = answerTo(data, former); };

async function answerTo(data, former) {
  await former;
  try {
    const answer = await actions[data.kind](data);
    if (answer) postMessage(answer);
  } catch (error) {
    postMessage({ kind: "failed", of: data.kind, text: reason(error) });
  }
}

function reason(error) {
  const lines = String(error && error.message || error).trim().split("\n");
  return lines[lines.length - 1].slice(0, 2000);
}

// An asset by its name: packed in the page, or at the page's address, where its hash is compared.
async function asset(name) {
  const { base, hashes } = given;
  if (held[name] !== undefined) return unpacked(held[name]);
  const answer = await given.fetch(new URL(name, base), { integrity: `sha256-${hashes[name]}`, credentials: "omit" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

const module = (code) => URL.createObjectURL(new Blob([code], { type: "text/javascript" }));

const actions = {
  hold({ name, packed }) { held[name] = packed; },

  async start(message) {
    given = { ...message, fetch: self.fetch.bind(self) };
    const names = ["pyodide.asm.wasm", "python.zip", "app.zip"];
    const files = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await asset(name)])));
    for (const name of names) delete held[name];
    // Pyodide asks for its parts by addresses; each is answered from what is here.
    self.fetch = async (address) => {
      const name = String(address.url ?? address).split("/").pop();
      if (!(name in files)) throw new Error(`${name} is no part of the page`);
      const type = name.endsWith(".wasm") ? "application/wasm" : "application/zip";
      return new Response(files[name], { headers: { "content-type": type } });
    };
    const nowhere = "https://part.invalid/";
    python = await self.loadPyodide({
      indexURL: nowhere, packageBaseUrl: nowhere, stdLibURL: `${nowhere}python.zip`,
      createPyodideModule: self.createPyodideModule, lockFileContents: given.lock,
      checkAPIVersion: false,
    });
    python.unpackArchive(files["app.zip"], "zip", { extractDir: given.site });
    for (const name of names) delete files[name];
    judge = python.pyimport("judge");
    judge.clear();
    return { kind: "ready", ...JSON.parse(judge.choices()) };
  },

  clear() {
    began = performance.now();
    judge.clear();
  },
  take({ files }) {
    for (const { name, bytes } of files) python.FS.writeFile(judge.place(name), new Uint8Array(bytes), { canOwn: true });
  },

  judge({ options, language }) {
    judge.speak(language);
    let page = null;
    const write = (text) => { page = new Blob([text], { type: "text/html" }); };
    const answer = JSON.parse(judge.judge(JSON.stringify(options), noted(), write));
    if (answer.error !== undefined) return { kind: "failed", of: "judge", refused: true, text: answer.error };
    const { lines, csv, ...info } = answer;
    return {
      kind: "judged", info, page, lines: new Blob([lines], { type: "application/x-ndjson" }),
      csv: new Blob(["\ufeff", csv], { type: "text/csv" }), seconds: (performance.now() - began) / 1000,
      memory: python._module.HEAPU8.length,
    };
  },

  nameless() {
    const made = judge.nameless_archive();
    const bytes = made.toJs();
    made.destroy();
    return { kind: "nameless", file: new Blob([bytes], { type: "application/zip" }) };
  },

  // SQL: what it needs is fetched when it is first asked for.
  async sql({ name, bytes, language }) {
    await startSql();
    judge.speak(language);
    if (!bytes) return { kind: "opened", ...JSON.parse(sql.open_games(noted())) };
    const path = `/${name.replace(/[^\w.-]/g, "_")}`;
    python.FS.writeFile(path, new Uint8Array(bytes).subarray(0, 16));  // the engine has the rest
    engine.files = { [path]: new Uint8Array(bytes) };
    return answered("opened", JSON.parse(sql.open_file(path)), { file: name });
  },

  query({ name, given, text, language }) {
    judge.speak(language);
    const began = performance.now();
    const answer = JSON.parse(name ? sql.run(name, JSON.stringify(given)) : sql.ask(text));
    if (answer.csv !== undefined) answer.csv = new Blob(["\ufeff", answer.csv], { type: "text/csv" });
    return answered("answer", answer, { name, seconds: (performance.now() - began) / 1000 });
  },

  async chart({ specification, number }) {
    if (!self.vega) self.imported(module(await asset("vega.js")));
    const { vega, vegaLite } = self;
    const parsed = vega.parse(vegaLite.compile(specification).spec, null, { ast: true });
    const view = new vega.View(parsed, { renderer: "none", expr: vega.expressionInterpreter, loader: { load: nothing, sanitize: nothing } });
    const svg = await view.toSVG();
    view.finalize();
    return { kind: "chart", number, svg: new Blob([svg], { type: "image/svg+xml" }) };
  },

  player({ name, language }) {
    judge.speak(language);
    const answer = JSON.parse(sql.player(name));
    return answered("player", { ...answer, page: answer.page && new Blob([answer.page], { type: "text/html" }) }, { name });
  },
};

const nothing = () => Promise.reject(new Error("a chart loads nothing"));
const answered = (kind, answer, more) => answer.error === undefined ? { kind, ...answer, ...more } : { kind: "refused", of: kind, text: answer.error };

function noted() {
  let last = 0;
  return (games, hands) => {
    const now = performance.now();
    if (now - last < LEAST_PAUSE) return;
    last = now;
    postMessage({ kind: "progress", games, hands });
  };
}

let sql = null;

async function startSql() {
  if (sql) return;
  const [script, wasm, archive] = await Promise.all(["duckdb.js", "duckdb.wasm", "sql.zip"].map(asset));
  self.imported(module(script));
  const pythons = self.fetch;
  self.fetch = async () => new Response(wasm, { headers: { "content-type": "application/wasm" } });
  const { createDuckDB, VoidLogger, BROWSER_RUNTIME } = self.duckdb;
  const part = { mainModule: "https://part.invalid/duckdb.wasm", mainWorker: "" };
  engine.database = await createDuckDB({ mvp: part, eh: part }, new VoidLogger(), BROWSER_RUNTIME);
  await engine.database.instantiate(() => {});
  self.fetch = pythons;
  python.registerJsModule("page_engine", { reset: engine.reset, run: engine.run, insert: engine.insert });
  python.unpackArchive(archive, "zip", { extractDir: given.site });
  sql = python.pyimport("page_sql");
}

// DuckDB for Python: statements as texts, answers as JSON of the columns of Arrow tables.
const engine = {
  database: null,
  connection: null,
  files: {},

  reset() {
    engine.database.reset();
    for (const [path, bytes] of Object.entries(engine.files)) engine.database.registerFileBuffer(path, bytes);
    engine.files = {};
    engine.connection = engine.database.connect();
    for (const name of ["autoinstall_known_extensions", "autoload_known_extensions"]) engine.connection.query(`SET ${name} = false`);
  },

  run(text) {
    try {
      const table = engine.connection.query(text);
      const columns = table.schema.fields.map((field) => ({ name: field.name, type: typeOf(field.type) }));
      const values = columns.map(({ type }, index) => valuesOf(table.getChildAt(index), type));
      return JSON.stringify({ columns, values });
    } catch (error) {
      return JSON.stringify({ error: String(error.message ?? error).replace(/^Error: /, "") });
    }
  },

  insert(name, text) {
    try {
      const columns = {};
      for (const [column, type, values] of JSON.parse(text)) columns[column] = self.Arrow.makeVector(dataOf(arrowOf(type), values));
      const stream = self.Arrow.tableToIPC(new self.Arrow.Table(columns), "stream");
      engine.connection.insertArrowFromIPCStream(stream, { name, schema: "main", create: true });
      return "{}";
    } catch (error) {
      return JSON.stringify({ error: String(error.message ?? error) });
    }
  },
};

function typeOf(type) {
  const { DataType } = self.Arrow;
  if (DataType.isDictionary(type)) return typeOf(type.dictionary);
  if (DataType.isInt(type)) return { kind: "int", bits: type.bitWidth, signed: type.isSigned };
  if (DataType.isFloat(type)) return { kind: "float", bits: [16, 32, 64][type.precision] };
  if (DataType.isDecimal(type)) return { kind: "decimal", scale: type.scale, whole: type.scale === 0 && type.precision === 38 };
  if (DataType.isBool(type)) return { kind: "bool" };
  if (DataType.isDate(type)) return { kind: "date" };
  if (DataType.isTimestamp(type)) return { kind: "timestamp", zoned: Boolean(type.timezone) };
  if (DataType.isList(type)) return { kind: "list", of: typeOf(type.children[0].type) };
  if (DataType.isFixedSizeList(type)) return { kind: "array", of: typeOf(type.children[0].type) };
  if (DataType.isStruct(type)) return { kind: "struct", of: Object.fromEntries(type.children.map((one) => [one.name, typeOf(one.type)])) };
  return { kind: DataType.isUtf8(type) ? "text" : "other" };
}

// The values of a vector. Those of lists are taken all together: a vector for each list takes most of the time.
function valuesOf(vector, type) {
  if (type.kind !== "list") return Array.from(vector, (value) => valueOf(value, type));
  return vector.data.flatMap((chunk) => {
    if (!chunk.length) return [];
    const inside = valuesOf(new self.Arrow.Vector([chunk.children[0]]), type.of);
    return Array.from({ length: chunk.length }, (_, index) => chunk.getValid(index) ? inside.slice(chunk.valueOffsets[index], chunk.valueOffsets[index + 1]) : null);
  });
}

function valueOf(value, type) {
  if (value === null || value === undefined) return null;
  switch (type.kind) {
    case "int": return typeof value === "bigint" ? String(value) : value;
    case "float": return Number.isFinite(value) ? value : String(value);
    case "decimal": return String(whole(value));
    case "date": return Math.round(Number(value) / 86400000);
    case "timestamp": return Math.round(Number(value) * 1000);
    case "list": case "array": return valuesOf(value, type.of);
    case "struct": return Object.fromEntries(Object.entries(type.of).map(([name, of]) => [name, valueOf(value[name], of)]));
    case "text": case "bool": return value;
    default: return String(value);
  }
}

// The number in the words of a decimal, the lowest first.
function whole(words) {
  let number = 0n;
  for (let index = words.length - 1; index >= 0; index--) number = (number << 32n) | BigInt(words[index]);
  return BigInt.asIntN(32 * words.length, number);
}

// Values as Arrow lays them out. Arrow's own builders make code of texts, which the policy of the page forbids.
function dataOf(type, values) {
  const { DataType, makeData } = self.Arrow;
  const length = values.length;
  const nullBitmap = new Uint8Array(Math.ceil(length / 8));
  let nullCount = 0;
  values.forEach((value, index) => {
    if (value === null) nullCount += 1;
    else nullBitmap[index >> 3] |= 1 << (index & 7);
  });
  const common = { type, length, nullCount, nullBitmap };
  if (DataType.isList(type)) {
    const valueOffsets = offsetsOf(values);
    return makeData({ ...common, valueOffsets, child: dataOf(type.children[0].type, values.flatMap((value) => value ?? [])) });
  }
  if (DataType.isUtf8(type)) {
    const encoder = new TextEncoder();
    const texts = values.map((value) => value === null ? null : encoder.encode(value));
    const valueOffsets = offsetsOf(texts);
    const data = new Uint8Array(valueOffsets[length]);
    texts.forEach((text, index) => text && data.set(text, valueOffsets[index]));
    return makeData({ ...common, valueOffsets, data });
  }
  if (DataType.isBool(type)) {
    const data = new Uint8Array(nullBitmap.length);
    values.forEach((value, index) => { if (value) data[index >> 3] |= 1 << (index & 7); });
    return makeData({ ...common, data });
  }
  const data = new type.ArrayType(length);
  values.forEach((value, index) => { data[index] = DataType.isTimestamp(type) ? BigInt(value ?? 0) : value ?? 0; });
  return makeData({ ...common, data });
}

function offsetsOf(values) {
  const offsets = new Int32Array(values.length + 1);
  values.forEach((value, index) => { offsets[index + 1] = offsets[index] + (value?.length ?? 0); });
  return offsets;
}

function arrowOf(type) {
  const { Arrow } = self;
  if (type.endsWith("]")) return new Arrow.List(new Arrow.Field("item", arrowOf(type.slice(0, type.lastIndexOf("["))), true));
  const made = {
    BOOLEAN: Arrow.Bool, TINYINT: Arrow.Int8, SMALLINT: Arrow.Int16, INTEGER: Arrow.Int32, UTINYINT: Arrow.Uint8,
    USMALLINT: Arrow.Uint16, UINTEGER: Arrow.Uint32, FLOAT: Arrow.Float64, DOUBLE: Arrow.Float64, BIGINT: Arrow.Float64,
    UBIGINT: Arrow.Float64, TIMESTAMP: Arrow.TimestampMillisecond,
  }[type];
  return made ? new made() : new Arrow.Utf8();
}
