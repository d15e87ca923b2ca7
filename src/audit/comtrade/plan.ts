import { canonicalJson } from '../../core/canonical.ts';
import type { EpisodeCoordinates, Seed, SubmissionProtocol, Task } from '../../core/contracts/index.ts';
import { ARCHETYPES } from '../../models/archetypes/index.ts';
import type { AuditedProfile } from './profile.ts';

/** Every episode of the audit is scored by these, in this order. */
export const AUDIT_SCORERS = ['shape-judge', 'truth', 'truth-id', 'coverage'] as const;

/** Task of the paper's 2×2. */
export const JOINT_TASK = 'T3_duplicates';

/** Tasks on which, together, each of the five decisions arises. */
export const OWNERSHIP_TASKS = [
  'T3_duplicates',
  'T4_rate_limit_429',
  'T6_page_drift',
  'T8_mixed_faults',
  'T9_adaptive_adversary',
];

/** The paper's five execution tasks. */
export const EXECUTION_TASKS = [
  'T3_duplicates',
  'T4_rate_limit_429',
  'T5_server_error_500',
  'T6_page_drift',
  'T8_mixed_faults',
];

/** The archetype that does everything right: the yardstick of every interface. */
export const YARDSTICK = 'perfect';

export const POPULATION: readonly string[] = ARCHETYPES.map((model) => model.id);

/**
 * What sets these apart cannot show on the repaired execution tasks under a protocol without an output floor: there are
 * no totals rows, no reply is too long, one walk shows all truth, errors tell truly whether a retry helps, and budgets are
 * ample. They would be another archetype under a second name.
 */
const ALIKE_ON_EXECUTION_TASKS = new Set([
  'keeps-totals',
  'truncated-emitter',
  'ignores-output-budget',
  'repeats-page-zero-longer',
  'walks-once',
  'trusts-retry-flag',
  'watches-quota',
  'prose-only',
]);

/** Archetypes of the reliability spectrum. */
export const SPECTRUM_POPULATION: readonly string[] = POPULATION.filter(
  (model) => !ALIKE_ON_EXECUTION_TASKS.has(model),
);

interface Block {
  readonly tasks: readonly string[];
  readonly seeds: readonly Seed[];
  readonly models: readonly string[];
  readonly scaffolds: readonly string[];
  readonly protocol: SubmissionProtocol;
}

function cellsOf(tasks: readonly Task[], { protocol, ...block }: Block): EpisodeCoordinates[] {
  return tasks
    .filter((task) => block.tasks.includes(task.id))
    .flatMap((task) =>
      block.seeds.flatMap((seed) =>
        block.scaffolds.flatMap((scaffold) =>
          block.models.map((model) => ({
            suite: task.suite,
            profile: task.profile,
            task: task.id,
            seed,
            model,
            scaffold,
            // Only L2 hands rows in by another protocol than a single call.
            protocol: scaffold === 'l2' ? protocol : 'single',
            arm: '',
            settings: task.settings,
          })),
        ),
      ),
    );
}

/** The cells of one profile: joint intervention, ownership, reliability spectrum, interface floor; each planned once. */
export function auditCells({
  tasks,
  protocol,
  protocols,
  jointSeeds,
  spectrumSeeds,
}: AuditedProfile): EpisodeCoordinates[] {
  const levels = ['l0', 'l1', 'l2'];
  const all = [
    ...cellsOf(tasks, {
      tasks: [JOINT_TASK],
      seeds: jointSeeds,
      models: POPULATION,
      scaffolds: ['l0', 'l2'],
      protocol,
    }),
    ...cellsOf(tasks, {
      tasks: OWNERSHIP_TASKS,
      seeds: [0],
      models: POPULATION,
      scaffolds: levels,
      protocol,
    }),
    ...cellsOf(tasks, {
      tasks: EXECUTION_TASKS,
      seeds: spectrumSeeds,
      models: SPECTRUM_POPULATION,
      scaffolds: ['l2'],
      protocol,
    }),
    ...protocols.flatMap((each) =>
      cellsOf(tasks, {
        tasks: tasks.map((task) => task.id),
        seeds: [0],
        models: [YARDSTICK],
        scaffolds: ['l2'],
        protocol: each,
      }),
    ),
  ];
  return [...new Map(all.map((cell) => [canonicalJson({ ...cell }), cell])).values()];
}
