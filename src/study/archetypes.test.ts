import { readFileSync } from 'node:fs';
import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { SAMPLE_REGISTRIES, type SampleCell, sampleCell } from '../../test/samples/cells.ts';
import type { EpisodeRecord, ModelView } from '../core/contracts/index.ts';
import { ARCHETYPES } from '../models/archetypes/index.ts';
import { modelNamed } from '../models/registry.ts';
import { taskIds } from '../tasks/registry.ts';
import type { Registries } from './registries.ts';
import { type EpisodeResult, runEpisode } from './run-episode.ts';

const OPTIONS = { scorers: ['plain-truth'], registries: SAMPLE_REGISTRIES };

async function play(
  cell: SampleCell,
): Promise<EpisodeResult & { readonly f1: number; readonly rows: number }> {
  const result = await runEpisode(sampleCell(cell), OPTIONS);
  const { value = Number.NaN, parts = {} } = result.record.scores[0] ?? {};
  return { ...result, f1: value, rows: parts['rows'] ?? 0 };
}

const choices = (record: EpisodeRecord, decision: string): readonly string[] =>
  record.decisions.filter((made) => made.decision === decision).map(({ choice }) => choice);

const metadataOf = ({ record, blobs }: EpisodeResult): Record<string, unknown> =>
  JSON.parse(blobs.get(record.submission?.['metadata.json'] ?? '') ?? '{}') as Record<string, unknown>;

verifies('archetypes.perfect.reaches-one', async () => {
  for (const task of taskIds('repaired')) {
    for (const seed of [0, 1, 2, 3, 2 ** 40]) {
      const { f1, record } = await play({ task, seed, protocol: 'chunked' });
      expect(f1, `${task} seed ${seed}`).toBe(1);
      expect(record.counts.refused).toBe(0);
    }
  }
});

test('with duplicates that overwrite, hidden totals or a lying retry flag, perfect gets all that one walk shows', async () => {
  const stressors = ['misleading-retry', 'hidden-totals'];
  for (const task of ['T3_duplicates', 'T7_totals_trap', 'T8_mixed_faults', 'T9_adaptive_adversary']) {
    const { f1 } = await play({ task, protocol: 'chunked', settings: { stressors } });
    expect(f1, task).toBe(1);
  }
  const { f1 } = await play({ protocol: 'chunked', settings: { duplicates: 'overwrite' } });
  expect(f1).toBeGreaterThan(0.8);
});

test('where the service tells how many records there are, perfect walks again until it has them', async () => {
  for (const task of ['T6_page_drift', 'T8_mixed_faults', 'T9_adaptive_adversary']) {
    const { f1, record } = await play({ profile: 'as-published', task });
    expect(f1, task).toBe(1);
    expect(choices(record, 'pagination'), task).toContain('again');
  }
});

const CONTRASTS = [
  ['retry', 'skip-hedging', 'T4_rate_limit_429', 'skip'],
  ['dedup', 'never-deduplicates', 'T3_duplicates', 'kept'],
  ['totals', 'keeps-totals', 'T7_totals_trap', 'kept'],
  ['pagination', 'stops-after-first-page', 'T2_multi_page', 'finish-early'],
  ['submission', 'never-submits', 'T3_duplicates', 'never'],
] as const;

verifies('archetypes.contrast.every-decision', async () => {
  for (const [decision, model, task, choice] of CONTRASTS) {
    const right = await play({ task, protocol: 'chunked' });
    const other = await play({ task, model, protocol: 'chunked' });
    expect(choices(other.record, decision), model).toContain(choice);
    expect(choices(right.record, decision), model).not.toContain(choice);
    expect(other.f1, model).toBeLessThan(right.f1);
  }
});

const PUBLISHED_T3 = { profile: 'as-published', task: 'T3_duplicates' };

/** What each archetype does where it can be seen. */
const BEHAVIOURS: Readonly<Record<string, () => Promise<void>>> = {
  async perfect() {
    expect((await play({})).f1).toBe(1);
  },
  async 'walks-once'() {
    const { record, f1 } = await play({
      model: 'walks-once',
      profile: 'as-published',
      task: 'T6_page_drift',
    });
    expect(record.counts.served).toBe(3);
    expect(f1).toBeCloseTo(0.8, 12);
  },
  async 'never-deduplicates'() {
    const { rows, f1 } = await play({ model: 'never-deduplicates' });
    expect(rows).toBeGreaterThan(25);
    expect(f1).toBeCloseTo((2 * 25) / (25 + rows), 12);
  },
  async 'keeps-totals'() {
    const { rows } = await play({ model: 'keeps-totals', task: 'T9_adaptive_adversary' });
    expect(rows).toBe(76);
  },
  async 'gives-up-on-first-fault'() {
    const { record, f1 } = await play({ model: 'gives-up-on-first-fault', task: 'T8_mixed_faults' });
    expect(record.counts.faults).toBe(1);
    expect(f1).toBeLessThan(1);
  },
  async 'skip-hedging'() {
    const { record, f1 } = await play({ model: 'skip-hedging', task: 'T5_server_error_500' });
    expect(choices(record, 'retry')).toEqual(['skip']);
    expect(f1).toBeCloseTo(0.8, 12);
  },
  async 'stops-after-first-page'() {
    const { record } = await play({ model: 'stops-after-first-page', task: 'T2_multi_page' });
    expect(record.counts.served).toBe(1);
  },
  async 'repeats-page-zero'() {
    const result = await play({ model: 'repeats-page-zero', ...PUBLISHED_T3 });
    expect(result.record.counts).toMatchObject({ requests: 4, rejected: 4 });
    expect(metadataOf(result)).toMatchObject({ row_count: 0, stop_reason: 'every fetch failed' });
    expect([result.f1, result.rows]).toEqual([0, 0]);
  },
  async 'repeats-page-zero-longer'() {
    const { record } = await play({ model: 'repeats-page-zero-longer', ...PUBLISHED_T3 });
    expect(record.counts.rejected).toBeGreaterThanOrEqual(5);
    expect(record.counts.rejected).toBeLessThanOrEqual(9);
  },
  async 'recovers-from-page-zero'() {
    const { record, f1, rows } = await play({ model: 'recovers-from-page-zero', ...PUBLISHED_T3 });
    expect(record.counts).toMatchObject({ rejected: 3, served: 3 });
    expect([f1, rows]).toEqual([1, 25]);
  },
  async 'submits-empty'() {
    const result = await play({ model: 'submits-empty' });
    expect(result.record).toMatchObject({ state: 'scored', counts: { served: 3 } });
    expect(metadataOf(result)).toMatchObject({ row_count: 0, task_id: 'T3_duplicates' });
    expect((metadataOf(result)['schema'] as unknown[]).length).toBe(10);
    expect(result.rows).toBe(0);
  },
  async 'never-submits'() {
    const { record } = await play({ model: 'never-submits' });
    expect(record).toMatchObject({ state: 'no-submission', counts: { served: 3 } });
  },
  async fabricates() {
    const forged = await play({ model: 'fabricates', ...PUBLISHED_T3 });
    expect(forged.record.counts.requests).toBe(0);
    expect([forged.rows, forged.f1]).toEqual([25, 0]);
    // The environment adds how many requests it saw; all that is self-reported agrees.
    const { request_stats: _forged, ...said } = metadataOf(forged);
    const { request_stats: _true, ...honest } = metadataOf(await play(PUBLISHED_T3));
    expect(said).toEqual(honest);
    expect((await play({ model: 'fabricates', protocol: 'chunked' })).rows).toBe(100);
  },
  async 'claims-wrong-row-count'() {
    const result = await play({ model: 'claims-wrong-row-count' });
    expect(metadataOf(result)).toMatchObject({ row_count: 999, query: { reporter: '000' } });
    expect(result.f1).toBe(1);
  },
  async 'always-retries'() {
    for (const profile of ['as-published', 'repaired']) {
      const { record, f1 } = await play({ model: 'always-retries', profile, task: 'T3_duplicates' });
      expect(record.counts).toMatchObject({ requests: 50, rejected: 50, refused: 1 });
      expect(f1).toBe(0);
    }
  },
  async 'trusts-retry-flag'() {
    const model = 'trusts-retry-flag';
    expect((await play({ model })).f1).toBe(1);
    expect((await play({ model, settings: { stressors: ['misleading-retry'] } })).f1).toBe(0);
    expect((await play({ model, ...PUBLISHED_T3 })).f1).toBe(0);
  },
  async 'retry-storm'() {
    const storm = await play({ model: 'retry-storm', task: 'T8_mixed_faults' });
    const calm = await play({ task: 'T8_mixed_faults' });
    expect(storm.f1).toBe(1);
    expect(storm.record.counts.requests).toBeGreaterThan(calm.record.counts.requests + 5);
  },
  async 'watches-quota'() {
    const task = 'T8_mixed_faults';
    expect((await play({ model: 'watches-quota', task })).f1).toBe(1);
    const tight = await play({ model: 'watches-quota', task, settings: { maxRequests: 6 } });
    expect(choices(tight.record, 'retry')).toContain('skip');
  },
  async 'truncated-emitter'() {
    const { rows } = await play({ model: 'truncated-emitter', task: 'T7_totals_trap', protocol: 'chunked' });
    expect(rows).toBeGreaterThan(90);
    expect(rows).toBeLessThanOrEqual(6000 / 54);
  },
  async 'ignores-output-budget'() {
    const { record } = await play({ model: 'ignores-output-budget', task: 'T7_totals_trap' });
    expect(record.state).toBe('no-submission');
    expect((await play({ model: 'ignores-output-budget' })).f1).toBe(1);
  },
  async 'prose-only'() {
    const { record } = await play({ model: 'prose-only' });
    expect(record).toMatchObject({ state: 'no-submission', counts: { requests: 0, modelTurns: 3 } });
  },
};

verifies('archetypes.behaviour.documented', async () => {
  expect(new Set(Object.keys(BEHAVIOURS))).toEqual(new Set(ARCHETYPES.map(({ id }) => id)));
  expect(ARCHETYPES.length).toBeGreaterThanOrEqual(12);
  for (const { id, title, documents } of ARCHETYPES) {
    expect(title.length, id).toBeGreaterThan(10);
    expect(documents, id).toMatch(/Table|Section|reference §/);
    await BEHAVIOURS[id]?.();
  }
});

test('docs/archetypes.md names every archetype as the code does, and prints what it scores', async () => {
  const page = readFileSync(new URL('../../docs/archetypes.md', import.meta.url), 'utf8');
  const lines = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const tasks = ['T3_duplicates', 'T4_rate_limit_429', 'T7_totals_trap', 'T8_mixed_faults'];
  for (const { id, title, documents } of ARCHETYPES) {
    const [described, scored] = lines.filter((cells) => cells[1] === `\`${id}\``);
    expect(described?.slice(2, 4)).toEqual([title, documents]);
    const f1 = await Promise.all(tasks.map((task) => play({ model: id, task, protocol: 'chunked' })));
    expect(scored?.slice(2, 6), id).toEqual(f1.map((each) => each.f1.toFixed(3)));
  }
});

verifies('archetypes.window.t7-t8', async () => {
  const model = 'walks-once';
  const profile = 'as-published';
  const limits = { observationCharacters: 3000 };
  const seen = async (task: string, protocol: 'single' | 'chunked' = 'chunked') =>
    (await play({ model, profile, limits, task, protocol })).record.scores[0];
  expect(await seen('T8_mixed_faults')).toMatchObject({ value: 82 / 101, parts: { hits: 41, rows: 41 } });
  expect(await seen('T7_totals_trap')).toMatchObject({ value: 84 / 792, parts: { hits: 42, rows: 42 } });
  expect(await seen('T6_page_drift')).toMatchObject({ value: 0.8, parts: { hits: 24, rows: 24 } });
  const whole = await play({ model, profile, task: 'T8_mixed_faults' });
  expect(whole.rows).toBe(53);
});

/** Runs a model and keeps every view that it was shown, with its move. */
async function overheard(cell: SampleCell): Promise<readonly { view: ModelView; move: unknown }[]> {
  const heard: { view: ModelView; move: unknown }[] = [];
  const registries: Registries = {
    ...SAMPLE_REGISTRIES,
    model: (id) => {
      const model = modelNamed(id);
      return {
        ...model,
        async decide(view, signal) {
          const move = await model.decide(view, signal);
          heard.push({ view, move });
          return move;
        },
      };
    },
  };
  await runEpisode(sampleCell(cell), { ...OPTIONS, registries });
  return heard;
}

verifies('archetypes.pure.same-view-same-move', async () => {
  const signal = new AbortController().signal;
  for (const { id } of ARCHETYPES) {
    const heard = await overheard({ model: id, task: 'T8_mixed_faults', protocol: 'chunked' });
    for (const { view, move } of [...heard].reverse()) {
      const copy = structuredClone(view) as ModelView;
      expect(await modelNamed(id).decide(copy, signal), id).toEqual(move);
      expect(await modelNamed(id).decide(view, signal), id).toEqual(move);
    }
  }
});

test('every archetype takes part at every level and in every arm, and none of them breaks', async () => {
  for (const { id } of ARCHETYPES) {
    for (const scaffold of ['l0', 'l0-release', 'l1']) {
      const { record } = await play({
        model: id,
        scaffold,
        profile: 'as-published',
        task: 'T8_mixed_faults',
      });
      expect(record.error, `${id} ${scaffold}`).toBeUndefined();
    }
    for (const protocol of ['single', 'chunked', 'by-id'] as const) {
      const { record } = await play({ model: id, protocol, task: 'T9_adaptive_adversary' });
      expect(record.error, `${id} ${protocol}`).toBeUndefined();
    }
  }
});

test('under the release’s scaffold an archetype reads results cut at 2,000 characters and still pages to the end', async () => {
  const { record, f1 } = await play({ scaffold: 'l0-release', ...PUBLISHED_T3 });
  expect(record.counts.served).toBe(3);
  expect(f1).toBe(1);
});

test('the submission protocols lift the output floor of T7, and `single` does not', async () => {
  const task = 'T7_totals_trap';
  const single = await play({ task });
  expect(single.rows).toBeLessThanOrEqual(111);
  expect(metadataOf(single)).toMatchObject({ row_count: single.rows });
  expect((await play({ task, protocol: 'chunked' })).f1).toBe(1);
  const byId = await play({ task, protocol: 'by-id' });
  expect(byId.rows).toBeGreaterThan(6 * single.rows);
  expect(byId.f1).toBeGreaterThan(0.9);
});

const hostileText = fc.oneof(
  fc.string(),
  fc.json(),
  fc.constantFrom(
    '{"rows": [',
    '{"error": null}',
    '{"rows": [{"record_id": 1}], "has_more": "yes"}',
    '[1e999]',
  ),
);

property.prop(
  [
    fc.array(
      fc.record({ name: fc.constantFrom('get_task_info', 'fetch_page', 'append_rows'), text: hostileText }),
      {
        maxLength: 8,
      },
    ),
    fc.constantFrom(...ARCHETYPES),
  ],
  { numRuns: 200 },
)('an archetype gives a move for any conversation, however malformed its results', async (results, model) => {
  const messages: ModelView['messages'] = results.flatMap(({ name, text }, index) => [
    { role: 'assistant' as const, text: '', calls: [{ id: `c${index}`, name, args: { page: index } }] },
    { role: 'tool' as const, callId: `c${index}`, name, text, isError: false },
  ]);
  const move = await model.decide({ messages, tools: [], outputTokens: 500 }, new AbortController().signal);
  expect(move.stop).toBe('end');
  expect(move.calls.length + move.text.length).toBeGreaterThan(0);
});
