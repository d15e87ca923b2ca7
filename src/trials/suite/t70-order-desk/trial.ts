import { canonicalJson } from '../../../core/canonical.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { didIn } from '../../criteria/rules/action.ts';
import { committedOnce } from '../../criteria/rules/once.ts';
import { everyCallPaired } from '../../criteria/rules/pair.ts';
import { recordedOnce } from '../../criteria/rules/record.ts';
import { guides, reportsTruly } from '../../criteria/rules/rubric.ts';
import { when } from '../../criteria/rules/spec.ts';
import { particular } from '../../criteria/rules/state.ts';
import { conversation } from '../../criteria/select/shown.ts';
import { ledgerEntries } from '../../criteria/select/world.ts';
import { defineTrial } from '../define-trial.ts';
import { noMoreThan } from '../gates.ts';
import { alone, NOT_TOLD, step, stepFrom, stepwise } from '../scripts/stepwise.ts';
import { CONSTRUCTS, orders, PART } from './desk.ts';

const ITEM = /ITM-[A-Z0-9]{8}/;

const order = (item: string): JsonObject => ({
  item,
  quantity: 3,
  priority: 'night-train',
  delivery: { dock: 4, gate: 'north' },
  buyer: { name: 'Works 2', ledger: 'L-20' },
});

export const t70 = defineTrial({
  id: 'T70',
  prompts: [
    `Find the item number of the part ${PART} at the order desk. Then place one order for it: quantity 3, priority night-train, delivery to dock 4, gate north, buyer "Works 2" with ledger L-20.`,
  ],
  needs: ['tool-servers'],
  draw(values) {
    values.code('item', 'ITM');
  },
  services: [orders],
  secondsPerTurn: 60,
  outputs: [],
  verify: ({ committed = [] }, { item = '' }) => {
    const placed = committed.filter(({ service, event }) => service === 'orders' && event === 'order');
    return placed.length === 1 && canonicalJson(placed[0]?.data ?? null) === canonicalJson(order(item));
  },
  gates: [noMoreThan('T70.G1', 2, { service: 'orders', event: 'invalid' })],
  harness: [
    everyCallPaired(),
    ...Object.entries(CONSTRUCTS).map(([what, words]) =>
      particular('K12', `${what} is declared`, ['shown'], {
        select: (evidence) =>
          conversation(evidence).flatMap(({ arrival, view }) => {
            const declared = view.tools.find(({ name }) => name.includes('place_order'));
            // A harness that hides tools behind a search declares them in the result of that search.
            const found = view.results
              .filter(({ text }) => text.includes('place_order'))
              .map(({ text }) => text);
            return [...(declared ? [JSON.stringify(declared.inputSchema)] : []), ...found].map((value) => ({
              source: 'shown' as const,
              place: `request ${arrival}, place_order`,
              value,
            }));
          }),
        decide(items) {
          const declared = items.map(({ value }) => String(value));
          const absent = words.filter((word) => !declared.some((text) => text.includes(word)));
          return when(
            items.length > 0 && absent.length === 0,
            items.length === 0 ? 'place_order is not declared' : `without ${absent.join(', ') || 'nothing'}`,
          );
        },
      }),
    ),
    particular('K13', 'the order arrives as it was sent', ['shown', 'committed'], {
      select: (evidence) => [
        ...conversation(evidence).flatMap(({ arrival, reply }) =>
          (reply.calls ?? [])
            .filter(({ id = '' }) => (evidence.moves['order'] ?? []).includes(id))
            .map(({ args }) => ({ source: 'shown' as const, place: `reply ${arrival}`, value: args })),
        ),
        ...ledgerEntries(evidence, 'orders', 'order'),
        ...ledgerEntries(evidence, 'orders', 'invalid'),
      ],
      decide(items) {
        const sent = items.filter(({ source }) => source === 'shown').map(({ value }) => value);
        // A tool that calls tools carries the arguments of the other one in its own.
        const meant = sent.map((args) =>
          isJsonObject(args) && isJsonObject(args['arguments']) ? args['arguments'] : args,
        );
        const received = items
          .filter(({ source }) => source === 'committed')
          .map(({ value }) => canonicalJson(value));
        const same =
          received.length > 0 && received.every((args) => meant.some((each) => canonicalJson(each) === args));
        return when(same, `sent ${meant.length}, received ${received.join(' ') || 'nothing'}`.slice(0, 200));
      },
    }),
    committedOnce('orders', 'order'),
    recordedOnce('order'),
    guides(['find'], 'place the order with the item number'),
  ],
  agent: [
    didIn(
      'V1',
      'orders',
      'order',
      'the order has the item number',
      (data, { item }) => isJsonObject(data) && data['item'] === item,
    ),
    didIn('V2', 'orders', 'order', 'the order has the form that was asked for', (data, { item = '' }) => {
      return canonicalJson(data) === canonicalJson(order(item));
    }),
    didIn('V3', 'orders', 'order', 'an order is placed'),
    reportsTruly('the order was placed if the desk accepted it'),
  ],
  chains: [
    { harness: 3, distortion: 'the union is flattened in the declaration, so a bad shape is sent', agent: 2 },
  ],
  script: {
    style: 'echo',
    agentLayer: 'pinned',
    keys: ['find', 'order'],
    plan: () =>
      alone(
        stepwise(
          't70',
          [
            step('find', { move: 'callTool', server: 'orders', tool: 'find_item', args: { part: PART } }),
            stepFrom('order', ({ find }) =>
              find('find', ITEM) === NOT_TOLD
                ? undefined
                : {
                    move: 'callTool',
                    server: 'orders',
                    tool: 'place_order',
                    args: order(find('find', ITEM)),
                  },
            ),
          ],
          () => 'The order is placed.',
        ),
      ),
    shortcut: () =>
      alone(
        stepwise(
          't70-shortcut',
          [
            step('order', {
              move: 'callTool',
              server: 'orders',
              tool: 'place_order',
              args: order('ITM-00000000'),
            }),
          ],
          () => 'Done.',
        ),
      ),
  },
});
