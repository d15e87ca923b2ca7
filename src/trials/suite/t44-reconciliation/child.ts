import type { AbstractMove } from '../../../scaffolds/native/contracts.ts';
import type { Script } from '../../../scaffolds/native/scripts/script.ts';
import { step, stepwise, type Told } from '../scripts/stepwise.ts';

/** By this the child's requests are known. */
export const CHILD = 'RECONCILER-4711';

/** The child runs the program and passes on what it printed. */
export const child = (code: RegExp): Script =>
  stepwise(
    't44-child',
    [step('reconcile', { move: 'shell', command: 'bin/reconcile' })],
    ({ find }) => `The account is reconciled. Code: ${find('reconcile', code)}`,
  );

/** Where the receipt names an agent and a tool to wait for one is declared, waits for it as its model would. */
export function waitFor({ text, tool }: Told): AbstractMove | undefined {
  const agent = /"agent_id":\s*"([^"]+)"/.exec(text('child'))?.[1];
  const wait = tool('wait_agent');
  if (agent === undefined || wait === undefined) return undefined;
  const { name, namespace } = wait;
  return {
    move: 'raw',
    call: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      args: { targets: [agent], timeout_ms: 60_000 },
    },
  };
}
