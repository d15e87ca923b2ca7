import type { ProfileMeasurements } from './comtrade/measurements.ts';
import type { PaperFigures } from './comtrade/paper/index.ts';
import type {
  Card,
  CurvePlot,
  EvidenceOrigin,
  ForestRow,
  JointIntervention,
  OwnershipRow,
  ProbeRow,
  ScaffoldingRow,
  Spectrum,
} from './types.ts';

/** A panel's data with the profile that it was measured on. */
export interface OfProfile<T> {
  readonly profile: string;
  readonly data: T;
}

/** Datasheet of a seeded generator: parameters, seeds, contamination limits. */
export interface GeneratorCard {
  readonly profile: string;
  readonly title: string;
  readonly sections: readonly {
    readonly heading: string;
    readonly rows: readonly { readonly name: string; readonly text: string }[];
  }[];
}

/** A table beside the plots: results of the experiments, each with its origin. */
export interface AuditTable {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly origin: EvidenceOrigin;
  readonly columns: readonly {
    readonly title: string;
    readonly format:
      | 'text'
      | 'integer'
      | `fixed:${number}`
      | `signed:${number}`
      | `percent:${number}`
      | `significant:${number}`;
  }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** One audited profile: its headline card and everything that was measured. */
export interface AuditedProfileDocument {
  readonly title: string;
  readonly about: string;
  readonly card: Card;
  readonly measurements: ProfileMeasurements;
}

/** Planned episodes by final state; they always add up (DESIGN §6). */
export interface AuditLedger {
  readonly planned: number;
  readonly states: Readonly<Record<string, number>>;
}

/**
 * `audit.json`: everything that an audit found. It holds no clock and no host, so the same audit gives the same bytes.
 */
export interface AuditDocument {
  readonly format: 'measurand.audit/1';
  readonly title: string;
  readonly target: string;
  readonly provenance: string;
  readonly version: string;
  /** Merkle root over every episode that was run. */
  readonly root: string;
  readonly ledger: AuditLedger;
  readonly profiles: Readonly<Record<string, AuditedProfileDocument>>;
  readonly cards: readonly Card[];
  readonly paper: PaperFigures;
  readonly panels: {
    readonly joint: readonly OfProfile<JointIntervention>[];
    readonly spectra: readonly Spectrum[];
    readonly curves: readonly CurvePlot[];
    readonly forest: readonly ForestRow[];
    readonly scaffolding: readonly OfProfile<readonly ScaffoldingRow[]>[];
    readonly ownership: readonly OfProfile<readonly OwnershipRow[]>[];
    readonly probe: readonly OfProfile<readonly ProbeRow[]>[];
    readonly tables: readonly AuditTable[];
  };
  readonly generatorCards: readonly GeneratorCard[];
  readonly notProbed: readonly { readonly what: string; readonly why: string }[];
  readonly howTo: readonly string[];
}
