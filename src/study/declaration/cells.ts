import type { EpisodeCoordinates, SubmissionProtocol } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { scaffoldNamed } from '../../scaffolds/registry.ts';
import { gridCells } from '../grid.ts';
import type { Exclusion } from '../ledger.ts';
import type { DeclaredArm, DeclaredStudy } from './resolve.ts';

/** A planned episode, with the variant of the settings that it belongs to. */
export interface DeclaredCell {
  readonly cell: EpisodeCoordinates;
  /** Position in the study's variants: settings in full name it only where the task reads them. */
  readonly variant: number;
}

/** Which scaffolds run under a protocol: below L2 rows are handed in at once, so they run once, with the first. */
function scaffoldsUnder(study: DeclaredStudy, protocol: SubmissionProtocol): readonly string[] {
  if (protocol === study.protocols[0]) return study.scaffolds;
  const own = study.scaffolds.filter((id) => scaffoldNamed(id).level === 'L2');
  if (own.length > 0) return own;
  throw new MeasurandError(
    'inert-setting',
    `The protocol ${protocol} acts at L2, which the grid does not have`,
    {
      field: 'protocol',
      next: 'Add l2 to the scaffolds',
    },
  );
}

function block(
  study: DeclaredStudy,
  profile: string,
  variant: number,
  arm: DeclaredArm,
  protocol: SubmissionProtocol,
): readonly DeclaredCell[] {
  const { tasks, seeds, models, stressors, limits, variants } = study;
  const cells = gridCells({
    profile,
    tasks,
    seeds,
    models,
    scaffolds: scaffoldsUnder(study, protocol),
    protocol,
    stressors: [...stressors, ...arm.stressors],
    limits: { ...limits, ...arm.limits },
    settings: { ...variants[variant], ...arm.settings },
    arm: arm.id,
  });
  return cells.map((cell) => ({ cell, variant }));
}

/**
 * The episodes of a study: the product of its axes, profile by profile, then variant, arm, protocol, and within these as
 * {@link gridCells} orders them. Exclusions are not applied: what is excluded is planned.
 *
 * @throws MeasurandError what {@link gridCells} refuses
 */
export function declaredCells(study: DeclaredStudy): readonly DeclaredCell[] {
  return study.profiles.flatMap((profile) =>
    study.variants.flatMap((_, variant) =>
      study.arms.flatMap((arm) =>
        study.protocols.flatMap((protocol) => block(study, profile, variant, arm, protocol)),
      ),
    ),
  );
}

/**
 * The declared exclusions. A rule that names nothing, or that no planned episode meets, is refused: it would only look
 * as if it had been applied.
 *
 * @throws MeasurandError `inert-exclusion`
 */
export function exclusionsOf(
  { exclude }: Pick<DeclaredStudy, 'exclude'>,
  planned: readonly EpisodeCoordinates[],
): readonly Exclusion[] {
  return exclude.map(({ reason, ...named }, index) => {
    const wanted = Object.entries(named) as [keyof EpisodeCoordinates, unknown][];
    const applies = (cell: EpisodeCoordinates): boolean =>
      wanted.every(([field, value]) => cell[field] === value);
    if (wanted.length === 0 || !planned.some(applies)) {
      throw new MeasurandError('inert-exclusion', 'The rule excludes no planned episode in particular', {
        field: `exclude.${index}`,
        next: 'Name a profile, task, model, scaffold, protocol, arm or seed of the grid',
      });
    }
    return { reason, applies };
  });
}
