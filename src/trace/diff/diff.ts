import { alignCalls } from './align.ts';
import { callDifferences, orderDifferences } from './calls.ts';
import { messageDifferences } from './messages.ts';
import { type Gathered, ownSide, sideOf } from './side.ts';
import type { Side, TraceDiff } from './types.ts';

/**
 * Compares two traces, or the two sides of one: what was persisted with what the model was shown. Calls are joined by
 * id, with ids that a harness rewrites; where the ids tell nothing, by name and arguments in order.
 */
export function diffTraces(a: Gathered, b: Gathered = a): TraceDiff {
  const sides: readonly [Side, Side] = a === b ? ['persisted', 'shown'] : [ownSide(a), ownSide(b)];
  const left = sideOf(a, sides[0]);
  const right = sideOf(b, sides[1]);
  const rows = alignCalls(left.calls, right.calls);
  const names =
    sides[0] === sides[1] ? { a: 'A', b: 'B' } : { a: `what was ${sides[0]}`, b: `what was ${sides[1]}` };
  return {
    format: 'measurand.trace-diff/1',
    a: { reader: a.reader, side: sides[0] },
    b: { reader: b.reader, side: sides[1] },
    calls: rows.map((row) => ({
      a: row.a?.id ?? null,
      b: row.b?.id ?? null,
      name: row.a?.call?.payload.name ?? row.b?.call?.payload.name ?? '(no call)',
      rule: row.rule,
    })),
    differences: [
      ...rows.flatMap((row) => callDifferences(row, names)),
      ...orderDifferences(rows, left, right),
      ...messageDifferences(left, right),
    ],
  };
}
