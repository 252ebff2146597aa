// Answers questions with a module of the engine: one JSON object per line, read from the standard input. The argument is the path of
// the module without its extension.
import fs from "node:fs";
import readline from "node:readline";
import zlib from "node:zlib";

const path = process.argv[2];
const engine = await import(`${path}.js`);
engine.initSync({ module: zlib.gunzipSync(fs.readFileSync(`${path}.wasm.gz`)) });
if (engine.provide_network) {
  for (const board of ["square8", "square19", "hex8", "hexagonal", "hexagonal12"]) {
    const problem = engine.provide_network(fs.readFileSync(new URL(`../../../neural/weights/${board}.safetensors`, import.meta.url)));
    if (problem) throw new Error(problem);
  }
}

function answer({ method, path, body, position, depth, record, hidden }) {
  if (record !== undefined) {
    let steps = 0;
    const response = engine.review(record, new Uint32Array(hidden), (done) => (steps = done));
    return { status: response.status, body: response.body, steps };
  }
  if (position !== undefined) return { count: engine.perft(position, depth) };
  const response = engine.request(method, path, body);
  const answer = { status: response.status, body: response.body };
  response.free();
  return answer;
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n");
}
