// The judge, off the page's thread: Python in WebAssembly. It takes what it is made of from the page, or from the page's
// own address, and starts; then it answers one message after the other. To cancel, the page ends it and starts another.
"use strict";
let python = null;
let judge = null;
let given = {};
const LEAST_PAUSE = 80;  // milliseconds between two messages of progress

self.onmessage = async ({ data }) => {
  try {
    postMessage(await actions[data.kind](data), []);
  } catch (error) {
    postMessage({ kind: "failed", of: data.kind, text: reason(error) });
  }
};

function reason(error) {
  const lines = String(error && error.message || error).trim().split("\n");
  return lines[lines.length - 1].slice(0, 2000);
}

async function unpacked(bytes) {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// An asset by its name: packed in the page, or at the page's address, where its hash is compared.
async function asset(name) {
  const { held, base, hashes } = given;
  if (held[name] !== undefined) {
    const text = atob(held[name]);
    const bytes = new Uint8Array(text.length);
    for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
    return unpacked(bytes);
  }
  const answer = await given.fetch(new URL(name, base), { integrity: `sha256-${hashes[name]}`, credentials: "omit" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

const module = (code) => URL.createObjectURL(new Blob([code], { type: "text/javascript" }));

const actions = {
  async start(message) {
    given = { ...message, fetch: self.fetch.bind(self) };
    const names = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python.zip", "app.zip"];
    const files = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await asset(name)])));
    given.held = {};
    // Pyodide asks for its parts by addresses; each is answered from what is here.
    self.fetch = async (address) => {
      const name = String(address.url ?? address).split("/").pop();
      if (!(name in files)) throw new Error(`${name} is no part of the page`);
      const type = name.endsWith(".wasm") ? "application/wasm" : "application/zip";
      return new Response(files[name], { headers: { "content-type": type } });
    };
    const { loadPyodide } = await import(module(files["pyodide.mjs"]));
    const { default: createPyodideModule } = await import(module(files["pyodide.asm.mjs"]));
    const nowhere = "https://part.invalid/";
    python = await loadPyodide({
      indexURL: nowhere, packageBaseUrl: nowhere, stdLibURL: `${nowhere}python.zip`, createPyodideModule,
      lockFileContents: given.lock, checkAPIVersion: false,
    });
    python.unpackArchive(files["app.zip"], "zip", { extractDir: given.site });
    for (const name of names) delete files[name];
    judge = python.pyimport("judge");
    judge.clear();
    return { kind: "ready", ...JSON.parse(judge.choices()) };
  },

  async judge({ files, options }) {
    const began = performance.now();
    judge.clear();
    for (const { name, file } of files) {
      let bytes;
      try {
        bytes = new Uint8Array(await file.arrayBuffer());
      } catch (error) {
        return { kind: "failed", of: "judge", unread: name, text: reason(error) };
      }
      python.FS.writeFile(judge.place(name), bytes, { canOwn: true });
    }
    let last = 0;
    const note = (games, hands) => {
      const now = performance.now();
      if (now - last < LEAST_PAUSE) return;
      last = now;
      postMessage({ kind: "progress", games, hands });
    };
    let page = null;
    const write = (text) => { page = new Blob([text], { type: "text/html" }); };
    const answer = JSON.parse(judge.judge(JSON.stringify(options), note, write));
    if (answer.error !== undefined) return { kind: "failed", of: "judge", refused: true, text: answer.error };
    const { lines, csv, ...info } = answer;
    return {
      kind: "judged", info, page, lines: new Blob([lines], { type: "application/x-ndjson" }),
      csv: new Blob(["\ufeff", csv], { type: "text/csv" }), seconds: (performance.now() - began) / 1000,
      memory: python._module.HEAPU8.length,
    };
  },

  async nameless() {
    const made = judge.nameless_archive();
    const bytes = made.toJs();
    made.destroy();
    return { kind: "nameless", file: new Blob([bytes], { type: "application/zip" }) };
  },
};
