import type { Loss } from '../../trials/suite/harbor/losses.ts';

/** A ledger of losses in lines: what was not kept first. */
export function lossesText(losses: readonly Loss[]): string {
  const order = ['lost', 'unknown', 'changed', 'kept'] as const;
  return order
    .flatMap((fate) => losses.filter((loss) => loss.fate === fate))
    .map(({ fate, part, says }) => `${fate.padEnd(8)} ${part}: ${says}`)
    .join('\n');
}
