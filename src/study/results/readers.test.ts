import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import {
  inspectError,
  inspectLog,
  inspectSample,
  inspectSamples,
  promptfooResult,
  promptfooResults,
  simulation,
  sweReport,
  tau2Results,
  writeFiles,
} from '../../../test/samples/result-logs.ts';
import { zipOf } from '../../../test/samples/zip.ts';
import { openDatabase, quoted } from '../../archive/index/duckdb.ts';
import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import { type CollectedResults, collectResults } from './collect.ts';
import { findSources } from './find.ts';

const root = mkdtempSync(join(tmpdir(), 'readers-'));
afterAll(() => rmSync(root, { recursive: true }));

let made = 0;
function fresh(): string {
  made += 1;
  return join(root, String(made));
}

async function readAll(files: Readonly<Record<string, unknown>>): Promise<CollectedResults> {
  const folder = fresh();
  writeFiles(folder, files);
  return collectResults(findSources([folder]).sources);
}

async function readBytes(bytes: Uint8Array, name: string): Promise<CollectedResults> {
  const file = `${fresh()}-${name}`;
  writeFileSync(file, bytes);
  return collectResults(findSources([file]).sources);
}

const log = inspectLog(
  [
    ...inspectSamples(3, 2, 1),
    inspectSample('long', 'P', { epoch: 1, model_usage: { m: { input_tokens: 4, output_tokens: 2 } } }),
  ],
  0.5,
) as Record<string, unknown> & { samples: Record<string, unknown>[] };

const entries = (own: typeof log, header = true) => {
  const { samples, ...rest } = own;
  return [
    {
      name: '_journal/start.json',
      content: JSON.stringify({ version: 2, eval: rest['eval'], plan: rest['plan'] }),
    },
    ...samples.map((sample) => ({
      name: `samples/${String(sample['id'])}_epoch_1.json`,
      content: JSON.stringify(sample),
    })),
    { name: 'summaries.json', content: JSON.stringify(samples.map(({ id, epoch }) => ({ id, epoch }))) },
    ...(header ? [{ name: 'header.json', content: JSON.stringify(rest) }] : []),
  ];
};

const bare = ({ runs }: CollectedResults) => runs.map(({ file: _file, source: _source, ...run }) => run);

verifies('results.inspect.zip-as-json', async () => {
  const json = await readBytes(Buffer.from(JSON.stringify(log)), 'log.json');
  const zip = await readBytes(zipOf(entries(log)), 'log.eval');
  expect(bare(zip)).toEqual(bare(json));
  expect(zip.published.map(({ value }) => value)).toEqual(json.published.map(({ value }) => value));
  expect(json.runs.map(({ state }) => state)).toEqual([
    'scored',
    'scored',
    'scored',
    'scored',
    'scored',
    'errored',
    'scored',
  ]);
  expect(json.runs.at(-1)).toMatchObject({
    scores: [{ scorer: 'match', value: 0.5 }],
    tokens: { input: 4, output: 2 },
  });
});

verifies('results.inspect.unfinished', async () => {
  const cut = { ...log, samples: log.samples.slice(0, 4) };
  const { runs, sources } = await readBytes(zipOf(entries(cut, false)), 'log.eval');
  expect(runs.filter(({ state }) => state === 'missing').map(({ task }) => task)).toEqual(['5', '6', 'long']);
  expect(sources[0]?.problems.map(({ code }) => code)).toEqual(['unfinished-log']);
});

test('an Inspect log with bare NaN reads it as a score that is none', async () => {
  const text = JSON.stringify(
    inspectLog([inspectSample(1, 'C', { said: 'NaN: "NaN", -Infinity' }), inspectSample(2, 'here')]),
  );
  const { runs } = await readBytes(Buffer.from(text.replace('"here"', 'NaN')), 'log.json');
  expect(runs.map(({ state, error }) => error?.code ?? state)).toEqual(['scored', 'no-score']);
});

const VERSIONS: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['an Inspect log', { ...log, version: 3 }, 'version'],
  ['a SWE-bench report', { ...sweReport({ resolved: ['a'] }), schema_version: 3 }, 'schema_version'],
  [
    'promptfoo results',
    {
      ...promptfooResults([promptfooResult(0, true)]),
      results: { version: 4, timestamp: 't', results: [promptfooResult(0, true)] },
    },
    'results.version',
  ],
  ['tau2 results', { ...tau2Results([simulation('0', 1)], ['0']), format_version: '9' }, 'format_version'],
];

for (const [what, content, field] of VERSIONS) {
  verifies('results.versions.refused', async () => {
    const error = await readBytes(Buffer.from(JSON.stringify(content)), 'x.json').catch(
      (thrown: unknown) => thrown,
    );
    expect(error, what).toBeInstanceOf(MeasurandError);
    expect(error).toMatchObject({ code: 'newer-version', place: { field } });
  });
}

verifies('results.ledger.balances', async () => {
  const text = JSON.stringify(log);
  const torn = await readBytes(Buffer.from(text.slice(0, text.length - 900)), 'log.json');
  const [source] = torn.sources;
  const { read, mapped, raw, unpaired, dropped } = source?.ledger ?? {
    read: 0,
    mapped: 0,
    raw: 0,
    unpaired: 0,
    dropped: 0,
  };
  expect(read).toBe(mapped + raw + unpaired + dropped);
  expect(dropped).toBeGreaterThan(0);
  expect(torn.marks.filter(({ check }) => check === 'conversion-loss')).toHaveLength(dropped);
});

property.prop([fc.nat(), fc.nat(255), fc.boolean()], { numRuns: 200 })(
  'whichever byte of a log is changed or cut away, it is read with every record accounted for, or refused by a code',
  async (place, byte, zipped) => {
    const original = zipped ? zipOf(entries(log)) : Buffer.from(JSON.stringify(log));
    const changed = Buffer.from(original);
    changed[place % changed.length] = byte;
    for (const bytes of [changed, original.subarray(0, place % original.length)]) {
      try {
        const { sources } = await readBytes(bytes, zipped ? 'log.eval' : 'log.json');
        for (const { ledger } of sources)
          expect(ledger.read).toBe(ledger.mapped + ledger.raw + ledger.unpaired + ledger.dropped);
      } catch (error) {
        expect(error).toBeInstanceOf(MeasurandError);
      }
    }
  },
  120_000,
);

test('a file that is given twice is refused, since every run would count twice', async () => {
  await expect(readAll({ 'a.json': log, 'b/a.json': log })).rejects.toMatchObject({
    code: 'repeated-source',
  });
});

test('runs with the same coordinates in two logs stand as further trials', async () => {
  const { runs } = await readAll({
    'a.json': inspectLog([inspectSample(1, 'C')], 1),
    'b.json': inspectLog([inspectSample(1, 'I')], 0),
  });
  expect(runs.map(({ trial }) => trial)).toEqual([1, 2].map((trial) => trial));
});

test('tables of scores are read long and wide, and a cell that is no score is named', async () => {
  const { runs, sources } = await readAll({
    'long.csv': 'model,task,trial,score,state\nm,"a, b",0,0.5,\nm,c,0,,errored\nm,c,1,x,\n',
    'wide.tsv': 'model\tt1\tt2\nm2\t1\t\n',
    'rliable.json': {
      dqn: [
        [0.1, 0.2],
        [0.3, 0.4],
      ],
    },
  });
  expect(runs.map(({ model, task, trial, state }) => `${model} ${task} ${trial} ${state}`)).toEqual([
    'm a, b 0 scored',
    'm c 0 errored',
    'dqn task 0 0 scored',
    'dqn task 1 0 scored',
    'dqn task 0 1 scored',
    'dqn task 1 1 scored',
    'm2 t1 0 scored',
    'm2 t2 0 missing',
  ]);
  expect(sources.flatMap(({ problems }) => problems.map(({ code, record }) => `${code} ${record}`))).toEqual([
    'not-a-number line 4',
  ]);
});

test('a table of scores in Parquet gives the runs of the same table in CSV and in JSON lines', async () => {
  const folder = fresh();
  const rows = [
    { model: 'm', task: 'a', trial: 0, scorer: 's', score: 0.25, state: 'scored' },
    { model: 'm', task: 'a', trial: 1, scorer: 's', score: 1, state: 'scored' },
    { model: 'n', task: 'b', trial: 0, scorer: 's', score: null, state: 'errored' },
  ];
  writeFiles(folder, {
    't.csv': `model,task,trial,scorer,score,state\n${rows.map((row) => `${Object.values(row).join(',')}\n`).join('')}`,
    't.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  });
  using database = await openDatabase();
  const [from, to] = [join(folder, 't.csv'), join(folder, 't.parquet')].map(quoted);
  await database.connection.run(`COPY (SELECT * FROM read_csv(${from})) TO ${to} (FORMAT parquet)`);
  const read = async (name: string) => {
    const { runs, sources } = await collectResults(findSources([join(folder, name)]).sources);
    expect(sources[0]?.ledger).toMatchObject({ read: 3, mapped: 3 });
    return runs.map(({ record: _record, source: _source, file: _file, ...run }) => run);
  };
  const csv = await read('t.csv');
  expect(csv.map(({ task, trial, state }) => `${task} ${trial} ${state}`)).toEqual([
    'a 0 scored',
    'a 1 scored',
    'b 0 errored',
  ]);
  expect(await read('t.parquet')).toEqual(csv);
  expect(await read('t.jsonl')).toEqual(csv);
});

const text = (value: unknown): string => JSON.stringify(value);
const CUT: readonly (readonly [string, Readonly<Record<string, string | Buffer>>, string])[] = [
  ['leads beyond what is there', { 'sample.json': text({ id: 1, message_refs: [[0, 9]] }) }, 'invalid-log'],
  ['leads backwards', { 'sample.json': text({ id: 1, message_refs: [[1, 0]] }) }, 'invalid-log'],
  ['is no range', { 'sample.json': text({ id: 1, message_refs: [{ $ref: '#' }] }) }, 'invalid-log'],
  [
    'repeats itself without end',
    { 'sample.json': text({ id: 1, message_refs: new Array(600_000).fill([0, 2]) }) },
    'too-large',
  ],
  ['is kept as no list', { 'sample.json': text({ id: 1 }), 'messages/0.json': '{}' }, 'invalid-log'],
  [
    'would lead to the item of a chunk that is absent',
    { 'sample.json': text({ id: 1, message_refs: [[0, 3]] }), 'messages/3.json': text([{ role: 'tool' }]) },
    'missing-chunk',
  ],
  ['is no UTF-8', { 'sample.json': Buffer.from('{"id":1,"x":"\u00ff"}', 'latin1') }, 'invalid-utf8'],
];
for (const [what, files, code] of CUT)
  test(`a sample in parts whose reference ${what} is dropped and named, and the rest is read`, async () => {
    const own = { 'messages/0.json': text([{ role: 'user' }, { role: 'assistant' }]), ...files };
    const bytes = zipOf([
      ...entries(log),
      ...Object.entries(own).map(([name, content]) => ({ name: `samples/1_epoch_2/${name}`, content })),
    ]);
    const { runs, sources } = await readBytes(bytes, 'log.eval');
    expect(runs).toHaveLength(7);
    expect(sources[0]?.problems).toEqual([
      expect.objectContaining({ code, record: expect.stringContaining('samples/1_epoch_2/') }),
    ]);
  });

test('texts that are kept in one another are looked up once, and no reader goes round in them', async () => {
  const said = 'attachment://aa';
  const sample = inspectSample(1, 'C', { said, attachments: { aa: 'attachment://bb', bb: said } });
  const { runs } = await readAll({ 'log.json': inspectLog([sample]) });
  expect(runs[0]?.submission).toBe(sha256('attachment://bb'));
});

test('an errored sample of an Inspect log keeps the kind of its error', async () => {
  const { runs } = await readAll({
    'a.json': inspectLog([inspectSample(1, undefined, inspectError('TimeoutError(60)'))]),
  });
  expect(runs[0]?.error?.code).toBe('TimeoutError');
});
