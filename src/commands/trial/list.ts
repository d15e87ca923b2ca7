import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { HARNESS_ADAPTERS } from '../../scaffolds/native/adapters/catalogue.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import {
  DIMENSIONS,
  EVIDENCE_LETTERS,
  mechanismProperties,
  trialOutlines,
} from '../../trials/suite/catalogue.ts';
import type { Trial } from '../../trials/suite/define-trial.ts';
import { eligibilityOf } from '../../trials/suite/eligibility.ts';

/** How much of something the written trials cover. */
export interface Coverage {
  readonly name: string;
  readonly written: number;
  readonly planned: number;
}

/** Lines of the sheets by what they are. */
export interface LineCounts {
  readonly harness: number;
  readonly agent: number;
  readonly rules: number;
  readonly rubrics: number;
}

export interface ListedTrial {
  readonly id: string;
  readonly title: string;
  readonly dimension: string;
  readonly property: string;
  readonly turns: string;
  readonly written: boolean;
  /** Harnesses that have all that it needs; null for a trial that is not written. */
  readonly eligible: readonly string[] | null;
  /** The others, each with the first means that it lacks. */
  readonly unsupported: readonly { readonly harness: string; readonly reason: string }[];
}

export interface TrialList {
  readonly written: number;
  readonly planned: number;
  readonly lines: LineCounts;
  /** What the paper prints of its own suite of as many trials. */
  readonly paper: LineCounts;
  readonly dimensions: readonly Coverage[];
  readonly properties: readonly Coverage[];
  readonly evidence: readonly Coverage[];
  readonly oracles: readonly Coverage[];
  readonly trials: readonly ListedTrial[];
}

const EVIDENCE: Readonly<Record<(typeof EVIDENCE_LETTERS)[number], string>> = {
  P: "provider's log",
  T: 'native transcript',
  L: "service's ledger",
  W: 'workspace',
  X: 'processes',
  H: 'hooks and approvals',
};

const Printed = z.object({ rows: z.array(z.object({ id: z.string(), value: z.unknown() })) });

function paperCounts(): LineCounts {
  const file = new URL('../../../data/paper/tracetrial_aggregates.json', import.meta.url);
  const { rows } = Printed.parse(JSON.parse(readFileSync(file, 'utf8')));
  const of = (id: string): number => Number(rows.find((row) => row.id === id)?.value);
  return {
    harness: of('harness_criteria'),
    agent: of('agent_criteria'),
    rules: of('programmatic_rules'),
    rubrics: of('semantic_rubrics'),
  };
}

function countsOf(trials: readonly Trial[]): LineCounts {
  const lines = trials.flatMap((trial) => trial.lines);
  const count = (holds: (line: (typeof lines)[number]) => boolean): number => lines.filter(holds).length;
  return {
    harness: count(({ sheet }) => sheet === 'harness'),
    agent: count(({ sheet }) => sheet === 'agent'),
    rules: count(({ decidedBy }) => 'rule' in decidedBy),
    rubrics: count(({ decidedBy }) => 'rubric' in decidedBy),
  };
}

function listed(id: string): Pick<ListedTrial, 'written' | 'eligible' | 'unsupported'> {
  const trial = TRIALS.find((each) => each.id === id);
  if (!trial) return { written: false, eligible: null, unsupported: [] };
  const all = HARNESS_ADAPTERS.map((adapter) => ({
    harness: adapter.id,
    found: eligibilityOf(trial, adapter),
  }));
  return {
    written: true,
    eligible: all.filter(({ found }) => found.code === 'eligible').map(({ harness }) => harness),
    unsupported: all.flatMap(({ harness, found }) =>
      found.code === 'eligible' ? [] : [{ harness, reason: found.reason }],
    ),
  };
}

/** What is written of the 95 trials, and what that covers, beside the totals that the paper prints of its own. */
export function listTrials(): TrialList {
  const outlines = trialOutlines();
  const properties = mechanismProperties();
  const written = outlines.filter(({ id }) => TRIALS.some((trial) => trial.id === id));
  const coverage = (name: string, of: (outline: (typeof outlines)[number]) => boolean): Coverage => ({
    name,
    written: written.filter(of).length,
    planned: outlines.filter(of).length,
  });
  const lettersOf = new Map(properties.map(({ id, evidence }) => [id, evidence]));
  const anchors = [...new Set(outlines.map(({ anchor }) => anchor))].sort((a, b) => (a < b ? -1 : 1));
  return {
    written: written.length,
    planned: outlines.length,
    lines: countsOf(TRIALS),
    paper: paperCounts(),
    dimensions: DIMENSIONS.map((name) => coverage(name, ({ dimension }) => dimension === name)),
    properties: properties.map(({ id }) =>
      coverage(id, ({ property, also }) => property === id || also.includes(id)),
    ),
    evidence: EVIDENCE_LETTERS.map((letter) =>
      coverage(EVIDENCE[letter], ({ property }) => lettersOf.get(property)?.includes(letter) ?? false),
    ),
    oracles: anchors.map((name) => coverage(name, ({ anchor }) => anchor === name)),
    trials: outlines.map(({ id, title, dimension, property, turns }) => ({
      ...{ id, title, dimension, property, turns },
      ...listed(id),
    })),
  };
}

const counts = ({ harness, agent, rules, rubrics }: LineCounts): string =>
  `${harness} Harness and ${agent} Agent criteria; ${rules} rules, ${rubrics} rubrics`;

const table = (title: string, rows: readonly Coverage[]): readonly string[] => [
  '',
  title,
  ...rows.map(({ name, written, planned }) => `  ${name.padEnd(34)} ${written} of ${planned}`),
];

/** The list in lines. */
export function listText(list: TrialList): string {
  const touched = list.properties.filter(({ written }) => written > 0).length;
  return [
    `${list.written} of ${list.planned} trials are written`,
    `  here:      ${counts(list.lines)}`,
    `  the paper: ${counts(list.paper)}, for ${list.planned} trials`,
    '',
    ...list.trials
      .filter(({ written }) => written)
      .map(
        ({ id, title, dimension, eligible }) =>
          `${id}  ${dimension.padEnd(13)} ${title.padEnd(46)} ${eligible?.length ?? 0} of ${HARNESS_ADAPTERS.length} harnesses`,
      ),
    ...table('By dimension', list.dimensions),
    ...table(`By property (${touched} of ${list.properties.length} are touched)`, list.properties),
    ...table('By source of evidence', list.evidence),
    ...table('By anchor of truth', list.oracles),
  ].join('\n');
}
