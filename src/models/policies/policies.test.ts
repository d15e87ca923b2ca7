import { fc, test } from '@fast-check/vitest';
import { describe, expect, test as it } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import type { Message, ModelView } from '../../core/contracts/index.ts';
import type { FaultReport } from './fault-report.ts';
import { policyModels } from './index.ts';

const { signal } = new AbortController();
const REPORT: FaultReport = { fault: 429, page: 2, attempt: 1, quota_left: 6, pages_left: 4 };

const viewOf = (messages: readonly Message[]): ModelView => ({
  messages,
  tools: [],
  choices: ['retry', 'skip'],
});
const viewOn = (report: object): ModelView => viewOf([{ role: 'user', text: JSON.stringify(report) }]);

async function answers(report: Partial<FaultReport>): Promise<Record<string, string>> {
  const view = viewOn({ ...REPORT, ...report });
  const said = policyModels().map(async (model) => [model.id, (await model.decide(view, signal)).text]);
  return Object.fromEntries(await Promise.all(said)) as Record<string, string>;
}

describe('policyModels()', () => {
  it('retries a comparison of quota with pages that holds, and skips one that does not', async () => {
    const holds = {
      'always-retry': 'retry',
      'quota-aware': 'retry',
      'quota-optimist': 'retry',
      'always-skip': 'skip',
    };
    expect(await answers({ quota_left: 5, pages_left: 4 })).toEqual(holds);
    const fails = { ...holds, 'quota-aware': 'skip', 'quota-optimist': 'skip' };
    expect(await answers({ quota_left: 4, pages_left: 4 })).toEqual(fails);
    expect(await answers({ quota_left: 0, pages_left: 1 })).toEqual(fails);
  });

  it('parts the aware from the optimist only where the number of pages is unknown', async () => {
    const { 'quota-aware': aware, 'quota-optimist': optimist } = await answers({ pages_left: null });
    expect([aware, optimist]).toEqual(['skip', 'retry']);
  });

  it('has the quota rules retry where retries are free', async () => {
    const { 'quota-aware': aware, 'quota-optimist': optimist } = await answers({
      quota_left: null,
      pages_left: null,
    });
    expect([aware, optimist]).toEqual(['retry', 'retry']);
  });

  it.each(policyModels())('$id gives up when it is told to', async (model) => {
    await expect(model.decide(viewOn(REPORT), AbortSignal.abort())).rejects.toThrow('aborted');
  });
});

const anyCount = fc.nat({ max: 100 });
const anyReport: fc.Arbitrary<FaultReport> = fc.record({
  fault: fc.constantFrom(429, 500, null),
  page: anyCount,
  attempt: anyCount,
  quota_left: fc.option(anyCount, { nil: null }),
  pages_left: fc.option(anyCount, { nil: null }),
});

const broken: readonly ModelView[] = [
  { messages: [{ role: 'user', text: JSON.stringify(REPORT) }], tools: [] },
  { ...viewOn(REPORT), choices: ['yes', 'no'] },
  viewOf([]),
  viewOf([{ role: 'assistant', text: JSON.stringify(REPORT), calls: [] }]),
  viewOf([{ role: 'user', text: 'page 2 failed with 429' }]),
  viewOf([{ role: 'user', text: '[]' }]),
  viewOn({ ...REPORT, quota_left: -1 }),
  viewOn({ ...REPORT, pages_left: 'four' }),
  viewOn({ ...REPORT, page: null }),
];

verifies('adversity.policies.from-text-only', async () => {
  for (const model of policyModels()) {
    for (const view of broken) {
      const refused = expect.objectContaining({ code: 'unreadable-view', kind: 'unsupported' });
      await expect(model.decide(view, signal)).rejects.toEqual(refused);
    }
    await fc.assert(
      fc.asyncProperty(anyReport, fc.array(fc.string()), async (report, earlier) => {
        const before = earlier.map((text): Message => ({ role: 'user', text }));
        const view = viewOf([...before, { role: 'user', text: JSON.stringify(report) }]);
        const move = await model.decide(view, signal);
        expect(move).toEqual(await model.decide(viewOn(report), signal));
        expect(['retry', 'skip']).toContain(move.text);
      }),
    );
  }
});

test.prop([fc.string()])(
  'no text makes a policy answer anything but a word or a coded error',
  async (text) => {
    for (const model of policyModels()) {
      const said = model.decide(viewOf([{ role: 'user', text }]), signal);
      await expect(said).rejects.toEqual(expect.objectContaining({ code: 'unreadable-view' }));
    }
  },
);
