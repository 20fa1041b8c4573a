// Writes beside each file of a folder the same packed by Brotli, for hosts that send it: node brotli.mjs FOLDER
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const folder = process.argv[2];
for (const name of readdirSync(folder)) {
  if (name.endsWith(".br") || name === "judge.html") continue;
  const content = readFileSync(`${folder}/${name}`);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${folder}/${name}.br`, brotliCompressSync(content, { params }));
}
