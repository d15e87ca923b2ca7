import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../../../data/paper/', import.meta.url);

/** A table of the paper as numbers, from `data/paper/`; works from the sources and from the build alike. */
export function printed<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as T;
}

export interface PerSeedTable {
  readonly rows: readonly {
    readonly model: string;
    readonly task_id: string;
    readonly in_five_task_aggregate: boolean;
    readonly f1: readonly number[];
  }[];
}

export interface JointTable {
  readonly task: string;
  readonly seeds_per_cell: number;
  readonly rows: readonly {
    readonly model: string;
    readonly L0_judge: number;
    readonly L0_f1: number;
    readonly L2_judge: number;
    readonly L2_f1: number;
  }[];
}

export interface CoverageTable {
  readonly rows: readonly {
    readonly model: string;
    readonly arm: 'escalating' | 'constant@mean';
    readonly slack: number;
    readonly covered_rows_of_75: readonly number[];
  }[];
}

export interface EscalationTable {
  readonly rows: readonly {
    readonly experiment: string;
    readonly model: string;
    readonly delta: number;
    readonly ci95: readonly [number, number];
    readonly p: number;
    readonly p_holm: number | null;
    readonly skips_escalating: number;
    readonly skips_constant: number;
  }[];
  readonly section_A4_dose_response: readonly {
    readonly model: string;
    readonly slack: readonly number[];
    readonly delta: readonly string[];
  }[];
}

export interface ScaffoldingTable {
  readonly rows: readonly {
    readonly model: string;
    readonly L0_judge: number | null;
    readonly L1_coverage: number | null;
    readonly L2_f1: number;
  }[];
}

export interface ProbeTable {
  readonly other_printed: Readonly<Record<string, string>>;
}
