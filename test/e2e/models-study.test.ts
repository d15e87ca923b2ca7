import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blobsOf } from '../../src/archive/episode-digests.ts';
import { openArchive } from '../../src/archive/folder.ts';
import { MemoryArchive } from '../../src/archive/memory.ts';
import type { EpisodeCoordinates, EpisodeEvent } from '../../src/core/contracts/index.ts';
import { MeasurandError } from '../../src/core/errors.ts';
import { readRecording } from '../../src/models/recording/recording.ts';
import { gridCells } from '../../src/study/grid.ts';
import { LiveModels, type LiveModelsOptions } from '../../src/study/live-models.ts';
import { BUILT_IN } from '../../src/study/registries.ts';
import { runCells } from '../../src/study/run-cells.ts';
import { verifies } from '../requirements.ts';
import { PROGRAM, run, temporaryFolder } from './program.ts';
import { json, provider } from './provider-server.ts';
import { ailing, answers } from './provider-walker.ts';
import { chatAnswer, KEY } from './provider-wires.ts';

const MODELS = ['compatible:local/a', 'compatible:local/b?stream=true', 'compatible:local/c?temperature=0'];

function cellsOf(models = MODELS, seeds = [0, 1]): readonly EpisodeCoordinates[] {
  const tasks = ['T3_duplicates', 'T4_rate_limit_429'];
  return gridCells({
    profile: 'repaired',
    tasks,
    seeds,
    models,
    scaffolds: ['l2'],
    protocol: 'single',
    stressors: [],
  });
}

function eventsIn(trace: string): readonly EpisodeEvent[] {
  return trace
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as EpisodeEvent);
}

async function study(options: LiveModelsOptions, cells = cellsOf(), lanes = 4, keepTraces = true) {
  using models = new LiveModels(options);
  const archive = new MemoryArchive();
  const registries = { ...BUILT_IN, model: models.model.bind(models) };
  const summary = await runCells(cells, { archive, scorers: ['truth'], keepTraces, registries, lanes });
  const records = [...archive.records()];
  const events = records.flatMap(({ trace }) =>
    trace === undefined ? [] : eventsIn(Buffer.from(archive.blob(trace)).toString()),
  );
  return { root: archive.root(), records, summary, events };
}

const slept: number[] = [];
const pretend = (seconds: number): Promise<void> => {
  slept.push(seconds);
  return Promise.resolve();
};

const environment = (url: string) => ({ MEASURAND_ENDPOINT_LOCAL: `${url}/v1`, MEASURAND_KEY_LOCAL: KEY });

verifies('models.patience.not-billed', async () => {
  await using well = await provider(answers);
  const undisturbed = await study({ environment: environment(well.url) });
  await using server = await provider(ailing);
  slept.length = 0;
  const disturbed = await study({ environment: environment(server.url), sleep: pretend });
  const waits = disturbed.events.filter((event) => event.type === 'apparatus');
  expect(waits.length).toBe(server.heard.filter((_, nth) => nth % 3 === 1).length);
  const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b);
  expect(ascending(waits.map(({ seconds }) => seconds))).toEqual(ascending(slept));
  expect(new Set(waits.map(({ code, owner }) => `${owner} ${code}`))).toEqual(
    new Set(['environment rate-limited', 'environment provider-unavailable', 'environment stream-cut']),
  );
  expect(waits.find(({ code }) => code === 'rate-limited')?.seconds).toBe(7);
  // Neither replies, nor waiting asked for by the model, nor scores differ: only the traces know.
  const billed = ({ records }: typeof disturbed) => records.map(({ trace: _trace, ...record }) => record);
  expect(billed(disturbed)).toEqual(billed(undisturbed));
  expect(disturbed.records.every(({ state }) => state === 'scored')).toBe(true);
});

verifies('models.patience.errored-never-zero', async () => {
  await using server = await provider(json({ error: 'down' }, 503));
  const patience = { first: 1, ceiling: 4, total: 20 };
  slept.length = 0;
  const { records } = await study(
    { environment: environment(server.url), sleep: pretend, patience },
    cellsOf(['compatible:local/a'], [0]),
    1,
  );
  for (const record of records) {
    expect(record).toMatchObject({ state: 'errored', scores: [], error: { code: 'patience-exhausted' } });
  }
  expect(slept).toEqual([1, 2, 4, 4, 4, 4, 1, 2, 4, 4, 4, 4]);
});

test('a provider that asks for more patience than there is ends the episode at once', async () => {
  await using server = await provider(json({ error: 'later' }, 429, { 'retry-after': '999999' }));
  slept.length = 0;
  const { records } = await study(
    { environment: environment(server.url), sleep: pretend },
    cellsOf(['compatible:local/a'], [0]),
  );
  expect(records.map(({ error }) => error?.code)).toEqual(['patience-exhausted', 'patience-exhausted']);
  expect(slept).toEqual([]);
});

test('a wrong key stops the run and keeps no episode, so that the same command runs them once it is right', async () => {
  await using server = await provider(json({ error: 'who are you?' }, 401));
  const refused = study({ environment: environment(server.url) });
  await expect(refused).rejects.toMatchObject({ code: 'provider-access', status: 401 });
});

test('no more requests are in flight at one provider than its gate lets through', async () => {
  let inFlight = 0;
  let most = 0;
  await using server = await provider((response, request, nth) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    setTimeout(() => {
      inFlight -= 1;
      answers(response, request, nth);
    }, 3);
  });
  await study({ environment: environment(server.url), inFlight: 2 }, cellsOf(), 8);
  expect(most).toBe(2);
});

verifies('models.recording.replays', async () => {
  using folder = temporaryFolder();
  const record = join(folder.path, 'run.jsonl');
  await using server = await provider(ailing);
  const live = await study({ environment: environment(server.url), record, sleep: pretend });
  const asked = server.heard.length;
  const again = await study({
    environment: {},
    replay: record,
    patience: { first: 1, ceiling: 60, total: 1800 },
  });
  expect(again.root).toBe(live.root);
  expect(again.records).toEqual(live.records);
  expect(again.events).toEqual(live.events);
  expect(live.events.some(({ type }) => type === 'apparatus')).toBe(true);
  // In another order, one at a time.
  expect((await study({ environment: {}, replay: record }, cellsOf().toReversed(), 1)).root).toBe(live.root);
  expect(server.heard.length).toBe(asked);
  expect(readRecording(record).models).toEqual(MODELS);
  expect(readFileSync(record, 'utf8')).not.toContain(KEY);
});

test('a recorded model stands under its own name beside others', async () => {
  using folder = temporaryFolder();
  const record = join(folder.path, 'run.jsonl');
  await using server = await provider(answers);
  const [model] = MODELS;
  const live = await study({ environment: environment(server.url), record }, cellsOf([model as string]));
  const named = await study({}, cellsOf([`replay:${record}#${model}`, 'perfect']));
  const scores = ({ records }: typeof live, id: string) =>
    records
      .filter(({ coordinates }) => coordinates.model === id)
      .map(({ coordinates: { task, seed }, scores: all }) => ({ where: `${task} ${seed}`, all }))
      .sort((a, b) => a.where.localeCompare(b.where));
  expect(scores(named, `replay:${record}#${model}`)).toEqual(scores(live, model as string));
  const unknown = study({}, cellsOf([`replay:${record}#compatible:local/z`]));
  await expect(unknown).rejects.toMatchObject({ code: 'not-recorded' });
  await expect(study({}, cellsOf(['replay:nowhere']))).rejects.toMatchObject({ code: 'invalid-model-id' });
});

test('a run that was stopped and went on, in the same recording, replays as if it never had', async () => {
  using folder = temporaryFolder();
  const record = join(folder.path, 'run.jsonl');
  await using server = await provider(answers);
  const cells = cellsOf();
  const undisturbed = await study({ environment: environment(server.url) }, cells);
  const controller = new AbortController();
  {
    using models = new LiveModels({ environment: environment(server.url), record });
    const registries = { ...BUILT_IN, model: models.model.bind(models) };
    const stop = { signal: controller.signal, onProgress: () => controller.abort(new Error('stop')) };
    const archive = new MemoryArchive();
    const { interrupted } = await runCells(cells, {
      archive,
      scorers: ['truth'],
      registries,
      lanes: 3,
      ...stop,
    });
    expect(interrupted).toBe(true);
  }
  appendFileSync(record, '{"digest":"torn by a kill');
  const live = await study({ environment: environment(server.url), record }, cells);
  expect(live.root).toBe(undisturbed.root);
  expect((await study({ replay: record }, cells)).root).toBe(live.root);
});

verifies('models.recording.hostile', async () => {
  using folder = temporaryFolder();
  const sound = join(folder.path, 'sound.jsonl');
  await using server = await provider(answers);
  await study({ environment: environment(server.url), record: sound }, cellsOf(['compatible:local/a'], [0]));
  const bytes = readFileSync(sound);
  const lines = bytes.toString().trimEnd().split('\n');
  const file = join(folder.path, 'hostile.jsonl');
  const refused = (content: string | Buffer, line: number): void => {
    writeFileSync(file, content);
    let caught: unknown;
    try {
      readRecording(file);
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code: 'recording-corrupt', place: { file, record: `line ${line}` } });
  };
  const whole = (part: readonly string[]): string => part.map((text) => `${text}\n`).join('');
  refused('', 1);
  refused('not a recording\n', 1);
  refused(whole(lines.slice(1)), 1);
  refused(whole([...lines, lines[1] as string]), lines.length + 1);
  refused(whole([...lines.slice(0, 2), ...lines.slice(3)]), 3);
  const second = lines.findIndex((line) => line.includes('"turn":1')) + 1;
  refused(whole(lines).replace('"turn":1', '"turn":2'), second);
  refused(whole([lines[0] as string, `{"a":${'['.repeat(100_000)}`]), 2);
  refused(Buffer.concat([bytes, Buffer.alloc(17 << 20, 0x61)]), lines.length + 1);
  // Every cut inside a line, and every byte turned over, in a sample that falls on each line.
  for (let at = 1; at < bytes.length; at += 211) {
    const line = bytes.subarray(0, at).toString('latin1').split('\n').length;
    if (bytes[at - 1] !== 0x0a) refused(bytes.subarray(0, at), line);
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] as number) ^ 1;
    writeFileSync(file, flipped);
    expect(() => readRecording(file), `byte ${at}`).toThrow(/line \d+/);
  }
});

test('what a writer that died left at the end is taken off when the recording goes on, and said', async () => {
  using folder = temporaryFolder();
  const record = join(folder.path, 'run.jsonl');
  await using server = await provider(answers);
  const cells = cellsOf(['compatible:local/a'], [0]);
  const first = await study({ environment: environment(server.url), record }, cells);
  truncateSync(record, readFileSync(record).length - 5);
  {
    using models = new LiveModels({ record });
    expect(models.remarks).toEqual([expect.stringContaining('an incomplete last line was taken off')]);
    expect(() => new LiveModels({ record })).toThrow(/is writing/);
  }
  const second = await study({ environment: environment(server.url), record }, cells);
  expect(second.root).toBe(first.root);
  expect((await study({ replay: record }, cells)).root).toBe(first.root);
});

verifies('models.recording.not-recorded', async () => {
  using folder = temporaryFolder();
  const record = join(folder.path, 'run.jsonl');
  await using server = await provider(answers);
  const [a] = MODELS as [string];
  await study({ environment: environment(server.url), record }, cellsOf([a], [0]));
  // Another seed was never recorded at all.
  const other = await study({ replay: record }, cellsOf([a], [1]));
  for (const { state, error } of other.records) {
    expect(state).toBe('errored');
    expect(error?.code).toBe('not-recorded');
    expect(error?.message).toContain(record);
    expect(error?.message).toMatch(
      /seed 1, was never recorded; nearest is compatible:local\/a under l2 on T\w+, seed 0/,
    );
  }
  // A model that is not in it is never asked instead.
  await expect(study({ replay: record }, cellsOf(['compatible:local/z']))).rejects.toMatchObject({
    code: 'not-recorded',
  });
  // The same episode, and a conversation that it did not have.
  using models = new LiveModels({ replay: record });
  const [coordinates] = cellsOf([a], [0]) as [EpisodeCoordinates];
  const model = models.model(a, { coordinates, recorder: { record: () => undefined } });
  const view = { messages: [{ role: 'user' as const, text: 'else' }], tools: [] };
  await expect(model.decide(view, new AbortController().signal)).rejects.toThrow(
    /never asked view [0-9a-f]{64} of 1 messages; nearest is turn 0 with view [0-9a-f]{64}/,
  );
  expect(() => new LiveModels({ record, replay: record })).toThrow(MeasurandError);
});

test('keys planted everywhere are in no byte that a recorded run of the built program writes', async () => {
  using folder = temporaryFolder();
  const other = 'ghp_planted_9876543210zyxwv';
  await using server = await provider((response, request, nth) => {
    if (nth === 0)
      json({ error: { message: KEY, headers: request.headers } }, 503, { 'x-request-id': other })(
        response,
        request,
        nth,
      );
    else
      json(chatAnswer({ content: `${KEY} ${other} ${Buffer.from(KEY).toString('base64')}` }))(
        response,
        request,
        nth,
      );
  });
  const paths = { archive: join(folder.path, 'archive'), record: join(folder.path, 'run.jsonl') };
  const grid = [
    'run',
    'grid',
    '--tasks',
    'T1_single_page',
    '--models',
    'compatible:local/a',
    '--scaffolds',
    'l2',
    '--traces',
    '--json',
  ];
  const env = { ...environment(server.url), GITHUB_TOKEN: other };
  const live = await run(
    process.execPath,
    [PROGRAM, ...grid, '--archive', paths.archive, '--record', paths.record],
    { env },
  );
  expect(live.code).toBe(0);
  const again = await run(process.execPath, [PROGRAM, ...grid, '--replay', paths.record]);
  expect(JSON.parse(again.out)).toMatchObject({ root: (JSON.parse(live.out) as { root: string }).root });
  const everything = [live.out, live.err, again.out, again.err, readFileSync(paths.record, 'latin1')];
  const files = readdirSync(paths.archive, { recursive: true, withFileTypes: true });
  for (const entry of files) {
    if (entry.isFile()) everything.push(readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  }
  // Blobs are compressed in their files.
  using archive = openArchive(paths.archive);
  for (const record of archive.records()) {
    for (const digest of blobsOf(record))
      everything.push(Buffer.from(archive.blob(digest)).toString('latin1'));
  }
  expect(everything.some((text) => text.includes('[key removed]'))).toBe(true);
  for (const secret of [KEY, other, Buffer.from(KEY).toString('base64').slice(0, 36)]) {
    expect(everything.filter((text) => text.includes(secret))).toEqual([]);
  }
  expect(server.heard.length).toBe(4);
});

test('models that are asked do not run on threads, and a run is not recorded and replayed at once', async () => {
  const grid = ['run', 'grid', '--models', 'compatible:local/a', '--scaffolds', 'l2'];
  const env = { MEASURAND_ENDPOINT_LOCAL: 'http://127.0.0.1:1/v1' };
  const threads = await run(process.execPath, [PROGRAM, ...grid, '--workers', '2'], { env });
  expect([threads.code, threads.err]).toEqual([2, expect.stringContaining('run in one thread')]);
  const both = await run(process.execPath, [PROGRAM, ...grid, '--record', 'a', '--replay', 'b'], { env });
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('recorded or replayed, not both')]);
  const missing = await run(process.execPath, [PROGRAM, ...grid]);
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('MEASURAND_ENDPOINT_LOCAL')]);
});

test('a reply that the provider held to the limit is not cut again by an estimate, live or replayed', async () => {
  using folder = temporaryFolder();
  const record = join(folder.path, 'run.jsonl');
  // Seventy tokens by our estimate, ten by the word of the provider.
  const text = 'word '.repeat(48);
  await using server = await provider(json(chatAnswer({ content: text })));
  const cells = gridCells({
    profile: 'repaired',
    tasks: ['T1_single_page'],
    seeds: [0],
    models: ['compatible:local/a', 'prose-only'],
    scaffolds: ['l2'],
    protocol: 'single',
    stressors: [],
    limits: { outputTokens: 10 },
  });
  const said = ({ events }: Awaited<ReturnType<typeof study>>) =>
    events.flatMap((event) =>
      event.type === 'said' ? [`${event.move.stop} ${event.move.text.length}`] : [],
    );
  const live = await study({ environment: environment(server.url), record }, cells);
  expect(said(live)).toContain(`end ${text.length}`);
  // An archetype has no provider that counts for it.
  expect(said(live)).toContain('length 34');
  const again = await study({ replay: record }, cells);
  expect(again.root).toBe(live.root);
});
