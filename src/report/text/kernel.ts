import type { TargetAudit } from '../../audit/bridge/document.ts';
import { visible } from '../visible.ts';
import { textTable } from './table.ts';

/** Every kind of edit with its acceptance and its denominator, as lines for a terminal. */
export function kernelText({ profiles }: Pick<TargetAudit, 'profiles'>): readonly string[] {
  return Object.values(profiles).flatMap(({ measurements }) => {
    const rows = Object.entries(measurements.kernel).map(([id, { label, accepted, tried, title }]) => [
      visible(id),
      label,
      `${accepted}/${tried}`,
      visible(title),
    ]);
    return ['Accepted, by edit:', ...textTable([['edit', 'label', 'accepted', 'what it does'], ...rows])];
  });
}
