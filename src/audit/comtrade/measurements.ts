import type { FaultWitness } from '../environment/fault-witness.ts';
import type { InertSettings } from '../environment/inert-settings.ts';
import type { Reachability } from '../environment/reachability.ts';
import type { Replay } from '../environment/replay.ts';
import type { SeedSensitivity } from '../environment/seed-sensitivity.ts';
import type { VisibleRecall } from '../environment/visible-recall.ts';
import type { OutputFloor } from '../interface/output-floor.ts';
import type { NonDegeneracy } from '../ownership/non-degeneracy.ts';
import type { Ownership } from '../ownership/ownership.ts';
import type { Criterion } from '../probe/criterion.ts';
import type { NullFloor } from '../probe/null-floor.ts';
import type { TracePreference } from '../probe/trace-preference.ts';
import type { Reliability } from '../reliability/spectrum.ts';
import type { JointIntervention, ProbeRow, ScaffoldingRow } from '../types.ts';
import type { Inversion } from './inversions.ts';

export const LEVELS = ['L0', 'L1', 'L2'] as const;

/** All that is known of one scorer after probing it with submissions of known truth. */
export interface ScorerProbe {
  readonly criterion: Criterion;
  readonly nullFloor: NullFloor;
  readonly tracePreference: TracePreference;
}

/** Everything that was measured on one profile. The cards and the report only read it. */
export interface ProfileMeasurements {
  readonly environment: {
    readonly seedSensitivity: SeedSensitivity;
    readonly faultWitness: FaultWitness;
    readonly reachability: Reachability;
    readonly inertSettings: InertSettings;
    readonly replay: Replay;
  };
  /** What the model is shown at each level, and through the observation window that the reference suspects. */
  readonly visibleRecall: Readonly<Record<(typeof LEVELS)[number] | 'window', VisibleRecall>>;
  readonly ownership: Readonly<Record<(typeof LEVELS)[number], Ownership>>;
  readonly nonDegeneracy: Readonly<Record<(typeof LEVELS)[number], NonDegeneracy>>;
  /** By scorer id. */
  readonly probe: Readonly<Record<string, ScorerProbe>>;
  readonly probeRows: readonly ProbeRow[];
  readonly inversions: readonly Inversion[];
  readonly joint: JointIntervention;
  readonly reliability: Reliability;
  /** By submission protocol, at L2. */
  readonly outputFloor: Readonly<Record<string, OutputFloor>>;
  readonly scaffolding: readonly ScaffoldingRow[];
}
