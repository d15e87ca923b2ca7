import type { TargetAudit } from '../../audit/bridge/document.ts';

/** Solutions that the benchmark shows to a model, as lines for a terminal; none where it was not looked for. */
export function leakText({ profiles }: Pick<TargetAudit, 'profiles'>): readonly string[] {
  return Object.values(profiles).flatMap(({ measurements: { leak } }) =>
    leak === null
      ? []
      : [
          '',
          `Solutions in the examples: of ${leak.leaked.length} of ${leak.tasks} tasks; ${leak.holding} of ${leak.displays} examples hold one.`,
        ],
  );
}
