import type { Seed, SubmissionProtocol, Task } from '../../core/contracts/index.ts';
import { COMTRADE_DEFINITIONS, type ComtradeProfile } from '../../tasks/comtrade/definitions.ts';
import { publishedTasks } from '../../tasks/comtrade/published/index.ts';
import { repairedTasks } from '../../tasks/comtrade/repaired/task.ts';

/** What the audit has to know of a profile besides its tasks. */
export interface AuditedProfile {
  readonly name: ComtradeProfile;
  readonly title: string;
  readonly about: string;
  /** Ours and reconstructed tasks are left out of claims about the release. */
  readonly tasks: readonly Task[];
  /** How rows are handed in at L2 by default. */
  readonly protocol: SubmissionProtocol;
  /** Protocols that a study may choose from. */
  readonly protocols: readonly SubmissionProtocol[];
  /** Seeds of the joint intervention: the paper's five, or a single one where the seed enters nothing. */
  readonly jointSeeds: readonly Seed[];
  /** Seeds of the reliability spectrum. None where the seed enters nothing: repeats would be copies. */
  readonly spectrumSeeds: readonly Seed[];
  readonly headline: { readonly level: 'L0' | 'L2'; readonly scorer: string };
}

const RELEASED = new Set(
  COMTRADE_DEFINITIONS.filter((definition) => definition.origin === 'release').map(({ id }) => id),
);

export const AUDITED_PROFILES: Readonly<Record<ComtradeProfile, AuditedProfile>> = {
  'as-published': {
    name: 'as-published',
    title: 'ComtradeBench as published',
    about:
      'The public release, snapshot 205bdf0, behaviour for behaviour; it may differ from the code behind the paper. The reconstructed T9_clean_ab is left out.',
    tasks: publishedTasks().filter((task) => RELEASED.has(task.id)),
    protocol: 'single',
    protocols: ['single'],
    jointSeeds: [0],
    spectrumSeeds: [],
    headline: { level: 'L0', scorer: 'shape-judge' },
  },
  repaired: {
    name: 'repaired',
    title: 'ComtradeBench repaired',
    about:
      'Our redesign of the same tasks, which does what the paper says of its benchmark: the decisions are the model’s, the score is the truth, the seed reaches everything.',
    tasks: repairedTasks(),
    protocol: 'chunked',
    protocols: ['single', 'chunked', 'by-id'],
    jointSeeds: [0, 1, 2, 3, 4],
    spectrumSeeds: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    headline: { level: 'L2', scorer: 'truth' },
  },
};
