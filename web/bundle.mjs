// Runs python/bundle.py in Pyodide: node bundle.mjs PYODIDE FOLDER. FOLDER/site.zip has the sources of the program;
// python.zip, app.zip and sql.zip are written beside it.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
// Bytecode keeps its lines, but not their columns, which are a fifth of it.
const args = ["-X", "no_debug_ranges"];
const python = await loadPyodide({ indexURL: `${pyodide}/`, args, env: { PYTHONHASHSEED: "0", HOME: "/" } });
const unpack = (path, target) => python.unpackArchive(new Uint8Array(readFileSync(path)), "zip", { extractDir: target });
unpack(`${folder}/site.zip`, "/build/site");
unpack(`${pyodide}/python_stdlib.zip`, "/build/standard");
python.FS.writeFile("/build/bundle.py", readFileSync(`${folder}/bundle.py`));
console.log(python.runPython(`
import sys
sys.path.insert(0, "/build")
import bundle
bundle.bundle()
`));
for (const name of ["python.zip", "app.zip", "sql.zip"]) writeFileSync(`${folder}/${name}`, python.FS.readFile(`/build/${name}`));
