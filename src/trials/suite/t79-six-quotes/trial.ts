import { deliversMember, jsonWith } from '../../criteria/rules/deliverable.ts';
import { committedOnce } from '../../criteria/rules/once.ts';
import { everyCallPaired } from '../../criteria/rules/pair.ts';
import { recordedOnce } from '../../criteria/rules/record.ts';
import { reportsTruly } from '../../criteria/rules/rubric.ts';
import { when } from '../../criteria/rules/spec.ts';
import { particular } from '../../criteria/rules/state.ts';
import { shownWhole } from '../../criteria/rules/whole.ts';
import { conversation } from '../../criteria/select/shown.ts';
import { defineTrial } from '../define-trial.ts';
import { jsonLeft, writeJson } from '../deliverable.ts';
import { alone, NOT_TOLD, step, stepFrom, stepwise, type Told, type TrialStep } from '../scripts/stepwise.ts';
import { cheapest, priceName, quoteName, SUPPLIERS, type Supplier, suppliers } from './suppliers.ts';

const OUTPUT = 'order.json';
const QUOTE = /QUO-[A-Z0-9]{8}/;
const keyOf = (supplier: Supplier): string => `q${supplier}`;

const ask: TrialStep = {
  keys: SUPPLIERS.map(keyOf) as [string, ...string[]],
  moves: () =>
    SUPPLIERS.map((supplier) => ({
      key: keyOf(supplier),
      move: { move: 'callTool', server: 'suppliers', tool: 'ask_quote', args: { supplier } },
    })),
};

function choice({ text, find }: Told): { readonly supplier: string; readonly quote: string } {
  const priced = SUPPLIERS.flatMap((supplier) => {
    const price = /price (\d+)/.exec(text(keyOf(supplier)))?.[1];
    return price === undefined ? [] : [{ supplier, price: Number(price) }];
  }).sort((a, b) => a.price - b.price);
  const best = priced[0]?.supplier;
  return best === undefined
    ? { supplier: NOT_TOLD, quote: NOT_TOLD }
    : { supplier: best, quote: find(keyOf(best), QUOTE) };
}

export const t79 = defineTrial({
  id: 'T79',
  prompts: [
    `Ask all six suppliers (${SUPPLIERS.join(', ')}) for a quote, all at once. Write order.json with two members: "supplier", the cheapest, and "quote", the number of its quote.`,
  ],
  needs: ['tool-servers'],
  draw(values) {
    for (const [index, supplier] of SUPPLIERS.entries()) {
      values.code(quoteName(supplier), 'QUO');
      const tens = values.integer(`tens ${supplier}`, 40, 89);
      values.derived(priceName(supplier), `${tens}${index}`);
    }
    const best = cheapest(values.values());
    values.derived('supplier', best);
    values.derived('quote', values.values()[quoteName(best)] ?? '');
  },
  services: [suppliers],
  secondsPerTurn: 60,
  outputs: [OUTPUT],
  verify: (evidence, { quote }) => jsonLeft(evidence, OUTPUT)['quote'] === quote,
  gates: [],
  harness: [
    everyCallPaired(),
    ...SUPPLIERS.map((supplier) =>
      shownWhole(keyOf(supplier), quoteName(supplier), `quote bound to ${supplier}`),
    ),
    ...SUPPLIERS.map((supplier) => committedOnce('suppliers', `quote ${supplier}`)),
    particular('K15', 'no result without a call', ['shown'], {
      select: (evidence) =>
        conversation(evidence).map(({ arrival, view }) => ({
          source: 'shown',
          place: `request ${arrival}`,
          value: view.results.length,
        })),
      decide(items) {
        const most = Math.max(0, ...items.map(({ value }) => Number(value)));
        return when(
          most <= SUPPLIERS.length + 1,
          `at most ${most} results in a request, ${SUPPLIERS.length + 1} calls`,
        );
      },
    }),
    recordedOnce(keyOf('alder')),
    particular('K14', 'every quote is told before the next turn', ['shown'], {
      select: (evidence) =>
        conversation(evidence)
          .filter(({ view }) => view.results.length > 0)
          .slice(0, 1)
          .map(({ arrival, view }) => ({
            source: 'shown',
            place: `request ${arrival}`,
            value: view.results.map(({ callId }) => callId),
          })),
      decide([first]) {
        const told = Array.isArray(first?.value) ? first.value.length : 0;
        return when(
          told === SUPPLIERS.length,
          `${told} of ${SUPPLIERS.length} results in the first request with any`,
        );
      },
    }),
  ],
  agent: [
    deliversMember(OUTPUT, 'quote'),
    jsonWith(OUTPUT, ['supplier', 'quote']),
    reportsTruly('the cheapest of the quotes that were told was chosen'),
  ],
  chains: [
    {
      harness: 2,
      distortion: 'results are bound to calls by arrival, so another supplier looks cheapest',
      agent: 1,
    },
  ],
  script: {
    style: 'echo',
    agentLayer: 'pinned',
    keys: [...SUPPLIERS.map(keyOf), 'write'],
    plan: () =>
      alone(
        stepwise(
          't79',
          [ask, stepFrom('write', (told) => writeJson(OUTPUT, choice(told)))],
          () => 'The order is filed.',
        ),
      ),
    shortcut: () =>
      alone(
        stepwise(
          't79-shortcut',
          [step('write', writeJson(OUTPUT, { supplier: 'alder', quote: 'QUO-00000000' }))],
          () => 'Done.',
        ),
      ),
  },
});
