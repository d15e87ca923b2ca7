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
} from '../audit/types.ts';

/** A panel's data with the profile that it was measured on. */
export interface OfProfile<T> {
  readonly profile: string;
  readonly data: T;
}

/** What a profile is, in a reader's words. */
export interface ProfileSummary {
  readonly title: string;
  readonly about: string;
  /** The profile's headline card; also an element of `cards`, with the same id. */
  readonly card: Card;
}

/** Datasheet of a seeded generator: what it makes, from which parameters and seeds, and what it cannot promise. */
export interface GeneratorCard {
  readonly profile: string;
  readonly title: string;
  readonly sections: readonly {
    readonly heading: string;
    readonly rows: readonly { readonly name: string; readonly text: string }[];
  }[];
}

/** How a column's numbers are written: `fixed:3`, `signed:3`, `percent:0`, `integer`; `text` for strings. */
export type ColumnFormat = 'text' | 'integer' | `fixed:${number}` | `signed:${number}` | `percent:${number}`;

/** Numbers that belong in a table rather than a plot, such as replications beside the paper's figures. */
export interface DataTable {
  /** Usable as an HTML anchor. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly origin: EvidenceOrigin;
  readonly columns: readonly { readonly title: string; readonly format: ColumnFormat }[];
  /** One value a column; `null` is shown as a dash. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export interface ReportPanels {
  readonly joint: readonly OfProfile<JointIntervention>[];
  readonly spectra: readonly Spectrum[];
  /** Degradation, dose response: any curves with intervals. */
  readonly curves: readonly CurvePlot[];
  readonly forest: readonly ForestRow[];
  readonly scaffolding: readonly ScaffoldingRow[];
  readonly ownership: readonly OfProfile<readonly OwnershipRow[]>[];
  readonly probe: readonly OfProfile<readonly ProbeRow[]>[];
  readonly tables: readonly DataTable[];
}

/**
 * What the report shows. The audit document satisfies it: the report only formats these numbers and maps them to
 * coordinates. An empty list leaves its panel out.
 */
export interface ReportDocument {
  readonly title: string;
  readonly target: string;
  /** What was audited and where it comes from, as a sentence. */
  readonly provenance: string;
  /** Version of Measurand that made the document. */
  readonly version: string;
  /** By profile name; in the order in which the headline cards stand side by side. */
  readonly profiles: Readonly<Record<string, ProfileSummary>>;
  /** Every card, the headline ones included. */
  readonly cards: readonly Card[];
  readonly panels: ReportPanels;
  readonly generatorCards: readonly GeneratorCard[];
  readonly notProbed: readonly { readonly what: string; readonly why: string }[];
  /** Commands that reproduce the audit or look further, with what each shows. */
  readonly howTo: readonly string[];
}
