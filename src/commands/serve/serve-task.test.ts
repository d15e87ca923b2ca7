import { PassThrough } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { Turnstile } from '../../../test/environments/turnstile.ts';
import type { Score, Scorer, Task } from '../../core/contracts/index.ts';
import { type ServeAddress, type ServedEpisode, serveTask } from './serve-task.ts';

/** The seed whose episode has no budget. */
const FREE = 77;

const task: Task = {
  id: 'turnstile',
  suite: 'tests',
  profile: 'plain',
  title: 'Turnstile',
  decisions: [],
  faults: [],
  settings: {},
  open: (seed) => new Turnstile(seed === FREE ? Number.POSITIVE_INFINITY : 3),
  truth: () => ({ records: [{ id: 'a' }], idField: 'id' }),
};

const lengthScorer: Scorer = {
  id: 'length',
  kind: 'shape',
  title: 'Length of the text',
  resolution: 1,
  score: ({ parts }, { ledger, truth }) =>
    Promise.resolve({
      scorer: 'length',
      value: parts['text']?.length ?? -1,
      parts: { entries: ledger.length, records: truth?.records.length ?? -1 },
      notes: [],
    } satisfies Score),
};

test('serveTask gives the address it listens on, serves until aborted, and then tells what the ledger holds', async () => {
  const controller = new AbortController();
  let serving: Promise<ServedEpisode> | undefined;
  const address = await new Promise<ServeAddress>((onListening) => {
    serving = serveTask(task, {
      seed: 5,
      protocol: 'single',
      transport: { kind: 'http', port: 0, token: 'random' },
      scorers: [lengthScorer],
      signal: controller.signal,
      onListening,
    });
  });
  expect(address.token).toMatch(/^[\w-]{32}$/);
  const client = new Client({ name: 'test', version: '0' });
  const headers = { Authorization: `Bearer ${address.token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(address.url), { requestInit: { headers } }));
  for (const lane of [1, 429, 'x', 2]) await client.callTool({ name: 'pass', arguments: { lane } });
  await client.callTool({ name: 'hand_in', arguments: { text: 'four' } });
  await client.close();
  controller.abort();
  expect(await serving).toEqual({
    task: 'turnstile',
    profile: 'plain',
    seed: 5,
    protocol: 'single',
    calls: { ok: 2, fault: 1, rejected: 1, refused: 1 },
    charged: 3,
    budget: 3,
    submitted: true,
    scores: [{ scorer: 'length', value: 4, parts: { entries: 5, records: 1 }, notes: [] }],
  });
});

test('serveTask tells of an episode without a budget in numbers that JSON has', async () => {
  const input = new PassThrough();
  input.end();
  const episode = await serveTask(task, {
    seed: FREE,
    protocol: 'single',
    transport: { kind: 'stdio', input, output: new PassThrough() },
    scorers: [],
    signal: new AbortController().signal,
  });
  expect(JSON.parse(JSON.stringify(episode))).toEqual(episode);
  expect(episode.budget).toBeNull();
});

test('serveTask over stdio ends with its input, and scores nothing when nothing was submitted', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const serving = serveTask(task, {
    seed: 0,
    protocol: 'single',
    transport: { kind: 'stdio', input, output },
    scorers: [lengthScorer],
    signal: new AbortController().signal,
  });
  input.end();
  expect(await serving).toMatchObject({ submitted: false, scores: [], charged: 0 });
});
