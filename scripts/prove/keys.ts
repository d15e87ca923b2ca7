// Keys are planted in the environment, in the configuration, and in what a provider answers: in texts, arguments,
// identifiers, headers and errors, whole, encoded, and torn over the parts of a stream. Then every byte that the built
// program wrote is searched for them, packed and unpacked. `npm run prove -- keys`; --seeds N for fewer.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { blobsOf } from '../../src/archive/episode-digests.ts';
import { readArchive } from '../../src/archive/folder.ts';
import { measurand, temporaryFolder } from '../../test/e2e/program.ts';
import { type Answer, json, provider } from '../../test/e2e/provider-server.ts';
import { chatAnswer } from '../../test/e2e/provider-wires.ts';

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '10' } } });
const seeds = Number(values.seeds);

/** By where each is planted; the provider's own answers repeat all but the last two. */
const KEYS = {
  endpoint: 'sk-proof-Endpoint0123456789abcdefghij',
  unrelated: 'ghp_Proof0123456789Unrelated0123456789',
  store: 'proof/Store+0123456789/abcdefghijklmno',
  torn: 'sk-proof-Torn0123456789abcdefghijklmno',
  queue: 'proof-Queue-password-0123456789',
};

const call = (name: string, args: object, id: string): object => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});

const leak = [KEYS.endpoint, KEYS.unrelated, KEYS.store];
const encoded = leak.flatMap((key) => [
  Buffer.from(key).toString('base64'),
  Buffer.from(`x${key}`).toString('base64url'),
  Buffer.from(key).toString('hex'),
  encodeURIComponent(key),
]);

/** Two turns: a page is fetched, then rows are handed in; keys stand wherever a model or a provider could put them. */
function message(hasPage: boolean): { readonly content: string; readonly tool_calls: readonly object[] } {
  const content = [...leak, ...encoded].join(' ');
  if (!hasPage)
    return { content, tool_calls: [call('fetch_page', { page: 1, note: leak.join() }, leak[1] ?? '')] };
  const rows = { data_jsonl: JSON.stringify({ id: leak.join() }), metadata_json: '{}', run_log: content };
  return { content, tool_calls: [call('submit_results', rows, 'call_1')] };
}

/** A key in two parts of a stream, which the reader puts together. */
function streamed(hasPage: boolean): string {
  const { tool_calls: calls } = message(hasPage);
  const half = KEYS.torn.length / 2;
  const deltas = [
    { content: `see ${KEYS.torn.slice(0, half)}` },
    { content: `${KEYS.torn.slice(half)} ` },
    { tool_calls: calls.map((each, index) => ({ index, ...each })) },
  ].map((delta) => ({ choices: [{ index: 0, delta }] }));
  const end = { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };
  return [...deltas, end]
    .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    .join('')
    .concat('data: [DONE]\n\n');
}

const leaking: Answer = (response, request, nth) => {
  const headers = { 'x-request-id': KEYS.unrelated, 'set-cookie': `session=${KEYS.endpoint}` };
  if (nth % 4 === 1) {
    const error = { message: `slow down ${KEYS.endpoint}`, headers: request.headers };
    json({ error }, 429, { ...headers, 'retry-after': '0' })(response, request, nth);
    return;
  }
  const hasPage = request.text.includes('"tool"');
  if (request.json['stream'] !== true) {
    json(chatAnswer(message(hasPage), { id: KEYS.unrelated }), 200, headers)(response, request, nth);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  response.end(streamed(hasPage));
};

await using server = await provider(leaking);
using folder = temporaryFolder();
const place = (name: string): string => join(folder.path, name);
const environment = {
  MEASURAND_ENDPOINT_LOCAL: `${server.url}/v1`,
  MEASURAND_KEY_LOCAL: KEYS.endpoint,
  GITHUB_TOKEN: KEYS.unrelated,
  AWS_SECRET_ACCESS_KEY: KEYS.store,
  OTHER_API_KEY: KEYS.torn,
};
const study = {
  format: 'measurand.study/1',
  id: 'keys',
  title: 'Keys in the answers of a provider',
  tasks: ['T1_single_page', 'T3_duplicates', 'T4_rate_limit_429', 'T5_server_error_500', 'T8_mixed_faults'],
  seeds: `0-${seeds - 1}`,
  models: ['compatible:local/a', 'compatible:local/b?stream=true'],
  scaffolds: ['l2'],
  scorers: ['truth', 'shape-judge'],
};
writeFileSync(place('study.json'), JSON.stringify(study));
const archive = place('archive');
const run = await measurand(
  ['run', place('study.json'), '--archive', archive, '--record', place('run.jsonl'), '--traces', '--json'],
  { env: environment },
);
// A queue whose address holds a password, and that is not there: what is said of it must not show it either.
const queue = `redis://user:${KEYS.queue}@127.0.0.1:1`;
const queued = await measurand(
  ['run', place('study.json'), '--queue', queue, '--archive', archive, '--json'],
  {
    env: environment,
  },
);
const asked = await measurand(['query', 'SELECT * FROM episodes', '--archive', archive, '--json'], {
  env: environment,
});
const released = await measurand(['export', archive, '--release', place('release')], { env: environment });

interface Searched {
  readonly name: string;
  readonly bytes: Buffer;
}

function* filesBelow(path: string): Iterable<Searched> {
  if (!statSync(path, { throwIfNoEntry: false })) return;
  if (statSync(path).isFile()) yield { name: relative(folder.path, path), bytes: readFileSync(path) };
  else for (const name of readdirSync(path)) yield* filesBelow(join(path, name));
}

/** Packs hold blobs in compressed form. */
function* unpacked(): Iterable<Searched> {
  using held = readArchive(archive);
  for (const record of held.records()) {
    for (const digest of blobsOf(record))
      yield { name: `blob ${digest}`, bytes: Buffer.from(held.blob(digest)) };
  }
}

/** A key as such, and in the forms in which it is carried about; of base64 the part that no neighbour changes. */
function formsOf(key: string): readonly string[] {
  const aligned = [0, 1, 2].map((pad) =>
    Buffer.concat([Buffer.alloc(pad), Buffer.from(key)]).toString('base64'),
  );
  const inner = aligned.map((text) => text.slice(4, -4));
  const url = inner.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = Buffer.from(key).toString('hex');
  return [...new Set([key, encodeURIComponent(key), hex, hex.toUpperCase(), ...inner, ...url])];
}

const said = [run, queued, asked, released].flatMap(({ out, err }, at) => [
  { name: `output ${at}`, bytes: Buffer.from(out) },
  { name: `messages ${at}`, bytes: Buffer.from(err) },
]);
const wrote = ['archive', 'release', 'run.jsonl'].flatMap((name) => [...filesBelow(place(name))]);
const everything = [...said, ...wrote, ...unpacked()];
const forms = Object.entries(KEYS).flatMap(([name, key]) => formsOf(key).map((form) => ({ name, form })));
const found = everything.flatMap(({ name: file, bytes }) =>
  forms.filter(({ form }) => bytes.includes(form)).map(({ name }) => ({ key: name, file })),
);
const removed = everything.filter(({ bytes }) => bytes.includes('[key removed]')).length;
const { ledger } = (run.code === 0 ? JSON.parse(run.out) : {}) as {
  readonly ledger?: { readonly planned: number; readonly states: Readonly<Record<string, number>> };
};
const proof = {
  proof: 'keys',
  holds:
    run.code === 0 &&
    queued.code === 4 &&
    asked.code === 0 &&
    released.code === 0 &&
    found.length === 0 &&
    removed > 0 &&
    (ledger?.states['errored'] ?? 1) === 0,
  planted: Object.keys(KEYS),
  formsOfEach: Math.max(...Object.values(KEYS).map((key) => formsOf(key).length)),
  requests: server.heard.length,
  ledger,
  exits: { run: run.code, queue: queued.code, query: asked.code, release: released.code },
  searched: {
    files: wrote.length,
    blobs: everything.length - wrote.length - said.length,
    bytes: everything.reduce((sum, { bytes }) => sum + bytes.length, 0),
  },
  withSomethingRemoved: removed,
  found: found.slice(0, 20),
};
process.stdout.write(`${JSON.stringify(proof, null, 2)}\n`);
if (run.code !== 0) process.stderr.write(run.err);
process.exitCode = proof.holds ? 0 : 1;
