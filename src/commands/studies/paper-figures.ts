import { readFileSync } from 'node:fs';

/** An effect as the paper prints it. */
export interface PrintedEffect {
  /** Who was run there. */
  readonly who: string;
  readonly delta: number;
  readonly lo: number;
  readonly hi: number;
  readonly p: number;
  readonly pHolm: number | null;
  /** Episodes that ran out of quota, both arms together; null where none is printed. */
  readonly deaths: number | null;
  /** Faults answered with skip, both arms together. */
  readonly skips: number | null;
  /** As printed: effect and interval. */
  readonly printed: string;
  readonly source: string;
}

interface RuleRow {
  readonly slack: number;
  readonly policy: string;
  readonly delta: number;
  readonly ci95: readonly [number, number];
  readonly p: number;
  readonly skips_both_arms: number;
  readonly deaths_both_arms: number;
  readonly printed: { readonly delta: string; readonly ci95: string };
}

interface EscalationRow {
  readonly experiment: string;
  readonly model: string;
  readonly delta: number;
  readonly ci95: readonly [number, number];
  readonly p: number;
  readonly p_holm: number | null;
  readonly escalating_deaths: string | null;
  readonly skips_escalating: number;
  readonly skips_constant: number;
  readonly printed: { readonly delta: string; readonly ci95: string };
}

interface DoseRow {
  readonly model: string;
  readonly slack: readonly number[];
  readonly delta: readonly string[];
}

/** The language model whose every printed answer is that of our `quota-optimist`. */
const OPTIMIST_TWIN = 'Llama-3.3-70B';

function table<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../../data/paper/${name}.json`, import.meta.url), 'utf8')) as T;
}

const rules = () => table<{ readonly rows: readonly RuleRow[] }>('rule_calibration').rows;

const escalation = () =>
  table<{ readonly rows: readonly EscalationRow[]; readonly section_A4_dose_response: readonly DoseRow[] }>(
    'escalation',
  );

function fromRule(row: RuleRow): PrintedEffect {
  return {
    who: row.policy,
    delta: row.delta,
    lo: row.ci95[0],
    hi: row.ci95[1],
    p: row.p,
    pHolm: null,
    deaths: row.deaths_both_arms,
    skips: row.skips_both_arms,
    printed: `${row.printed.delta} ${row.printed.ci95}`,
    source: 'Table A2',
  };
}

function fromEscalation(row: EscalationRow): PrintedEffect {
  return {
    who: row.model,
    delta: row.delta,
    lo: row.ci95[0],
    hi: row.ci95[1],
    p: row.p,
    pHolm: row.p_holm,
    deaths: row.escalating_deaths === null ? null : Number(row.escalating_deaths.split('/', 1)[0]),
    skips: row.skips_escalating + row.skips_constant,
    printed: `${row.printed.delta} ${row.printed.ci95}`,
    source: 'Table A1',
  };
}

/** What the paper prints for B1, where all three of its models behaved alike. */
export function printedB1(): PrintedEffect {
  return fromEscalation(escalation().rows.find(({ experiment }) => experiment === 'B1') as EscalationRow);
}

/** What the paper prints for a rule policy under a slack, if it does; for `quota-optimist`, its twin's row. */
export function printedEffect(model: string, slack: number): PrintedEffect | undefined {
  if (model === 'quota-optimist') {
    const experiment = new Map([
      [0, 'B2'],
      [2, 'B2-slack'],
    ]).get(slack);
    const row = escalation().rows.find(
      (candidate) => candidate.experiment === experiment && candidate.model === OPTIMIST_TWIN,
    );
    return row && fromEscalation(row);
  }
  const row = rules().find((candidate) => candidate.policy === model && candidate.slack === slack);
  return row && fromRule(row);
}

/** One printed dose-response curve: penalty by slack. */
export interface PrintedDose {
  readonly who: string;
  readonly points: readonly { readonly slack: number; readonly delta: number; readonly printed: string }[];
}

/** Section A.4. */
export function printedDoses(): readonly PrintedDose[] {
  return escalation().section_A4_dose_response.map(({ model, slack, delta }) => ({
    who: model,
    points: slack.map((at, index) => {
      const printed = delta[index] as string;
      return { slack: at, delta: Number(printed), printed };
    }),
  }));
}

/** Section A.4's curve of the model that decided as `quota-optimist` does. */
export function optimistDose(): PrintedDose {
  return printedDoses().find(({ who }) => who === OPTIMIST_TWIN) as PrintedDose;
}
