import type { TauBenchTurn } from '../../../scorers/restated/tau-bench/scaffold-turn.ts';

/** One assistant turn in both wires: with the provider's tool calls, and written out. */
export interface CannedTurn {
  readonly called: TauBenchTurn;
  readonly written: TauBenchTurn;
}

const LIST = 'list_all_product_types';
const ORDER = 'get_order_details';
const COST = 0.001;

const called = (content: string | null, ...calls: readonly (readonly [string, string])[]): TauBenchTurn => ({
  content,
  calls: calls.map(([name, text]) => ({ name, arguments: text })),
  cost: COST,
});

const written = (content: string | null): TauBenchTurn => ({ content, calls: [], cost: COST });
const action = (text: string): TauBenchTurn => written(`Action:\n${text}`);
const actionText = (name: string, text: string): string => `{"name":"${name}","arguments":${text}}`;

const FENCE = '```';
const BROKEN = '{"order_id": "#W1"';

const orders = ['A', 'B'].map((id) => actionText(ORDER, `{"order_id":"${id}"}`));

const free = ({ content, calls }: TauBenchTurn): TauBenchTurn => ({ content, calls, cost: null });

/** The turns of external-targets §1.4 under the names that the vectors give them. */
export const CANNED_TURNS: Readonly<Record<string, CannedTurn>> = {
  malformed_json: {
    called: called(null, [ORDER, BROKEN]),
    written: action(`{"name":"${ORDER}","arguments":${BROKEN}`),
  },
  two_calls_in_one_turn: {
    called: called(null, [ORDER, '{"order_id":"A"}'], [ORDER, '{"order_id":"B"}']),
    written: written(orders.map((text) => `Action:\n${text}`).join('\n')),
  },
  arguments_not_object: { called: called(null, [LIST, '["x"]']), written: action(actionText(LIST, '["x"]')) },
  arguments_empty_string: { called: called(null, [LIST, '']), written: action(actionText(LIST, '""')) },
  // A provider's own call always carries arguments: an empty object.
  missing_arguments_key: { called: called(null, [LIST, '{}']), written: action(`{"name":"${LIST}"}`) },
  json_scalar: { called: called(null, [LIST, '42']), written: action('42') },
  unknown_tool: {
    called: called(null, ['no_such_tool', '{}']),
    written: action(actionText('no_such_tool', '{}')),
  },
  null_content_no_call: { called: called(null), written: written(null) },
  trailing_prose_after_json: {
    called: called(null, [LIST, '{} thanks']),
    written: action(`${actionText(LIST, '{}')} thanks`),
  },
  code_fenced_json: {
    called: called(null, [LIST, `${FENCE}json\n{}\n${FENCE}`]),
    written: action(`${FENCE}json\n${actionText(LIST, '{}')}\n${FENCE}`),
  },
  text_alongside_call: {
    called: called('Let me look.', [LIST, '{}']),
    written: written(`Let me look.\nAction:\n${actionText(LIST, '{}')}`),
  },
  provider_reports_no_cost: { called: free(called('done')), written: free(written('done')) },
};
