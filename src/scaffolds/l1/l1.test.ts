import { fc, test } from '@fast-check/vitest';
import { describe, expect, test as it } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import type {
  Cell,
  EpisodeEvent,
  Model,
  ModelMove,
  ModelView,
  Outcome,
  Task,
} from '../../core/contracts/index.ts';
import type { JsonObject } from '../../core/json.ts';
import type { FaultReport } from '../../models/policies/fault-report.ts';
import { policyModels } from '../../models/policies/index.ts';
import { adversityTask } from '../../tasks/comtrade/adversity/task.ts';
import { publishedTask } from '../../tasks/comtrade/published/index.ts';
import { repairedTask } from '../../tasks/comtrade/repaired/task.ts';
import { l1 } from './l1.ts';

interface Run {
  readonly outcome: Outcome;
  readonly events: readonly EpisodeEvent[];
  readonly ids: readonly string[];
  readonly log: string;
}

const word = (text: string): ModelMove => ({ text, calls: [], stop: 'end' });

const saying = (id: string, answer: (view: ModelView) => ModelMove): Model => ({
  id,
  kind: 'scripted',
  decide: (view) => Promise.resolve(answer(view)),
});

const RETRY = saying('retry', () => word('retry'));
const SKIP = saying('skip', () => word('skip'));

function cellOf(task: Task, model: Model, seed: number, change: Partial<Cell> = {}): Cell {
  const environment = task.open(seed);
  const { signal } = new AbortController();
  return { task, seed, model, environment, protocol: 'single', limits: l1.limits, signal, ...change };
}

async function run(task: Task, model: Model, seed = 0, change: Partial<Cell> = {}): Promise<Run> {
  const events: EpisodeEvent[] = [];
  const outcome = await l1.run(cellOf(task, model, seed, change), {
    record: (event) => void events.push(event),
  });
  const data = outcome.submission?.parts['data.jsonl'] ?? '';
  const lines = data === '' ? [] : data.split('\n');
  const ids = lines.map((line) => (JSON.parse(line) as { record_id: string }).record_id);
  return { outcome, events, ids, log: outcome.submission?.parts['run.log'] ?? '' };
}

const decisions = (events: readonly EpisodeEvent[], decision: string) =>
  events.filter((event) => event.type === 'decision' && event.decision === decision);

/** Every page fails, always. */
const STORM: JsonObject = { base: 1, scale: 0 };

verifies('adversity.l1.only-retry-is-the-models', async () => {
  for (const model of policyModels()) {
    const { events } = await run(adversityTask(), model, 0);
    const made = events.flatMap((event) => (event.type === 'decision' ? [event] : []));
    for (const { decision, owner } of made) expect(owner).toBe(l1.ownership[decision]);
    expect(new Set(made.map(({ decision }) => decision))).toEqual(new Set(Object.keys(l1.ownership)));
    const said = events.flatMap((event) => (event.type === 'said' ? [event.move.text] : []));
    expect(decisions(events, 'retry').map((event) => 'choice' in event && event.choice)).toEqual(said);
    const calls = events.filter((event) => event.type === 'call');
    expect(calls.every((event) => event.type === 'call' && event.owner === 'scaffold')).toBe(true);
  }
});

verifies('adversity.l1.unreadable-answer', async () => {
  const moves: readonly ModelMove[] = [
    word('retry.'),
    word('I would retry'),
    word(''),
    { text: 'retry', calls: [{ id: '1', name: 'fetch_page', args: { page: 1 } }], stop: 'end' },
  ];
  for (const move of moves) {
    const { events, outcome } = await run(
      adversityTask(STORM),
      saying('mumbler', () => move),
      0,
      {
        limits: { steps: 2, outputTokens: 9 },
      },
    );
    expect(decisions(events, 'retry')).toEqual(
      Array.from({ length: 2 }, () => ({
        type: 'decision',
        decision: 'retry',
        owner: 'scaffold',
        choice: 'skip',
      })),
    );
    expect(events.filter(({ type }) => type === 'note')).toHaveLength(2);
    expect(outcome.stop).toBe('step limit');
  }
  const polite = await run(
    adversityTask({ scale: 1 }),
    saying('polite', () => word('  Retry\n')),
    0,
  );
  expect(decisions(polite.events, 'retry').length).toBeGreaterThan(0);
  for (const decision of decisions(polite.events, 'retry')) {
    expect(decision).toMatchObject({ owner: 'model', choice: 'retry' });
  }
});

verifies('adversity.l1.coverage-file', async () => {
  for (let seed = 0; seed < 5; seed += 1) {
    const task = adversityTask({ duplicates: 'append' });
    const environment = task.open(seed);
    const { ids, outcome } = await run(task, RETRY, seed, { environment });
    const seen = environment.ledger().flatMap((entry) => entry.served ?? []);
    expect(seen.length).toBeGreaterThan(ids.length);
    expect(ids).toHaveLength(75);
    expect(new Set(ids)).toEqual(new Set(task.truth?.(seed).records.map((record) => record['record_id'])));
    const metadata = JSON.parse(outcome.submission?.parts['metadata.json'] ?? '') as JsonObject;
    expect(metadata).toMatchObject({ row_count: 75, request_budget: null });
  }
});

describe('l1', () => {
  it.each(['as-published', 'repaired'] as const)('runs on the profile %s as well', async (profile) => {
    const task = profile === 'repaired' ? repairedTask('T8_mixed_faults') : publishedTask('T8_mixed_faults');
    const { outcome, ids, events } = await run(task, RETRY, 1);
    expect(outcome).toMatchObject({ state: 'scored', stop: 'last page' });
    expect(ids).toHaveLength(profile === 'repaired' ? 60 : 53);
    expect(decisions(events, 'retry').length).toBeGreaterThan(0);
  });

  it('asks once for each fault, with the quota and the pages that are left', async () => {
    const reports: FaultReport[] = [];
    const model = saying('reader', ({ messages, choices, tools }) => {
      expect([choices, tools]).toEqual([['retry', 'skip'], []]);
      reports.push(JSON.parse(messages.at(-1)?.text ?? '') as FaultReport);
      return word('retry');
    });
    const environment = adversityTask({ quota: 10, scale: 0.6 }).open(1);
    await run(adversityTask(), model, 1, { environment });
    const faults = environment.ledger().filter(({ outcome }) => outcome === 'fault');
    expect(reports).toHaveLength(faults.length);
    expect(faults.length).toBeGreaterThan(2);
    for (const [index, { page, quota_left, pages_left }] of reports.entries()) {
      const ledger = environment.ledger().slice(0, (faults[index]?.index ?? 0) + 1);
      expect(page).toBe(faults[index]?.page);
      expect(quota_left).toBe(10 - ledger.filter(({ charged }) => charged).length);
      expect(pages_left).toBe(ledger.some(({ served }) => served) ? 6 - page : null);
    }
  });

  it('shows the model the whole conversation, and records every text that it shows', async () => {
    const seen: ModelView[] = [];
    const model = saying('reader', (view) => {
      seen.push(view);
      return word('skip');
    });
    const { events } = await run(adversityTask(STORM), model, 0, { limits: { steps: 3, outputTokens: 9 } });
    expect(seen.map(({ messages }) => messages.length)).toEqual([2, 4, 6]);
    const shown = events.flatMap((event) => (event.type === 'shown' ? [event.text] : []));
    const texts = seen.at(-1)?.messages.filter(({ role }) => role !== 'assistant') ?? [];
    expect(shown).toEqual(texts.map(({ text }) => text));
  });

  it('stops asking at the limit on model turns and hands in what it has', async () => {
    const { outcome, events, log } = await run(adversityTask(STORM), RETRY, 0, {
      limits: { steps: 4, outputTokens: 9 },
    });
    expect(outcome).toMatchObject({ state: 'scored', stop: 'step limit' });
    expect(events.filter(({ type }) => type === 'said')).toHaveLength(4);
    expect(log).toContain('complete=false');
  });

  it('goes on after a skip and says that the run is not complete', async () => {
    const task = adversityTask({ schedule: { kind: 'constant', level: 0.6 } });
    const { outcome, log, ids } = await run(task, SKIP, 5);
    expect(outcome.stop).toBe('last page');
    expect(ids.length).toBeGreaterThan(0);
    expect(log.endsWith('complete=false')).toBe(true);
  });

  it('ends where the service refuses', async () => {
    const { outcome, ids } = await run(
      adversityTask({ base: 0, scale: 0, corruptions: [], quota: 2 }),
      RETRY,
    );
    expect(outcome.stop).toBe('refused');
    expect(ids).toHaveLength(30);
  });

  it('hands in an empty file when nothing was served', async () => {
    const { outcome, ids } = await run(adversityTask({ quota: 0 }), RETRY);
    expect(outcome.state).toBe('scored');
    expect(ids).toEqual([]);
  });

  it('refuses protocols that hand in otherwise', async () => {
    const refused = expect.objectContaining({ code: 'unsupported-protocol', kind: 'unsupported' });
    await expect(run(adversityTask(), RETRY, 0, { protocol: 'by-id' })).rejects.toEqual(refused);
  });

  it('ends with the reason of an aborted signal', async () => {
    const signal = AbortSignal.abort(new Error('stopped by hand'));
    await expect(run(adversityTask(), RETRY, 0, { signal })).rejects.toThrow('stopped by hand');
  });

  it('passes an error of the model on', async () => {
    const failing: Model = { ...RETRY, decide: () => Promise.reject(new Error('no answer')) };
    await expect(run(adversityTask(STORM), failing)).rejects.toThrow('no answer');
  });
});

test.prop([
  fc.nat(),
  fc.array(fc.constantFrom('retry', 'skip', 'perhaps'), { minLength: 1 }),
  fc.nat({ max: 12 }),
])('any answers give the same episode twice, within quota and limits', async (seed, answers, quota) => {
  const script = () => {
    let turn = 0;
    return saying('script', () => {
      turn += 1;
      return word(answers[turn % answers.length] as string);
    });
  };
  const task = adversityTask({ quota });
  const [one, two] = [await run(task, script(), seed), await run(task, script(), seed)];
  expect(one).toEqual(two);
  expect(new Set(one.ids).size).toBe(one.ids.length);
  expect(one.events.filter(({ type }) => type === 'said').length).toBeLessThanOrEqual(l1.limits.steps);
});
