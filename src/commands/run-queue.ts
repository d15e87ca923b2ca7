import { MeasurandError } from '../core/errors.ts';
import type { CellRunner } from '../study/run-cells.ts';
import type { RunOptions } from './run.ts';

/** What acts in this process alone, and so not on the workers of a queue. */
const HERE_ONLY = ['workers', 'record', 'replay'] as const;

function refuseInert(options: RunOptions): void {
  const { queue, blobs } = options;
  if (queue === undefined && blobs !== undefined) {
    throw new MeasurandError('invalid-usage', '--blobs names where the workers of a queue leave blobs', {
      next: 'Name the queue with --queue, or leave --blobs away',
    });
  }
  const inert = queue === undefined ? undefined : HERE_ONLY.find((name) => options[name]);
  if (inert === undefined) return;
  throw new MeasurandError(
    'invalid-usage',
    `--${inert} acts in this process, and --queue runs episodes elsewhere`,
    {
      next: `Leave --${inert} or --queue away`,
    },
  );
}

/**
 * How the cells of a run are run when it is not in this process.
 *
 * @throws MeasurandError `invalid-usage`, `invalid-queue`
 */
export async function runnerFor(options: RunOptions): Promise<CellRunner | undefined> {
  refuseInert(options);
  const { queue, blobs, onRemark } = options;
  if (queue === undefined) return undefined;
  const [{ queueRunner }, { parseQueueAddress }, { namedExchange }] = await Promise.all([
    import('../study/queue/run-on-queue.ts'),
    import('../study/queue/queue-address.ts'),
    import('../study/queue/named-exchange.ts'),
  ]);
  return queueRunner({
    address: parseQueueAddress(queue),
    ...(blobs === undefined ? {} : { blobs: await namedExchange(blobs) }),
    ...(onRemark === undefined ? {} : { onRemark }),
  });
}
