import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ScorerKind } from '../../core/contracts/index.ts';
import type { JsonValue } from '../../core/json.ts';
import type { SourceFile } from './sources.ts';

/** Harnesses and scorers of our own making; the same place from the sources and from the build. */
const FOLDER = fileURLToPath(new URL('../../../data/propose/', import.meta.url));

/** What a script of our own answered to every question of the measure, over the real protocol. It is no model. */
export const SCRIPTED = {
  model: 'compatible:scripted/author-written',
  recording: `${FOLDER}script.recording.jsonl`,
} as const;

const textOf = (path: string): string => readFileSync(`${FOLDER}${path}`, 'utf8');

/** A harness whose ownership map is known: a test finds it out by experiment. */
export interface ReferenceHarness {
  readonly id: 'full' | 'half' | 'slim';
  /** Under a name that gives nothing away. */
  readonly source: SourceFile;
  readonly truth: Readonly<Record<string, 'model' | 'scaffold'>>;
}

const NAMES = ['retry', 'dedup', 'totals', 'pagination', 'submission'] as const;

const harness = (id: ReferenceHarness['id'], models: readonly string[]): ReferenceHarness => ({
  id,
  source: { file: 'harness.mjs', text: textOf(`harnesses/${id}.mjs`) },
  truth: Object.fromEntries(NAMES.map((name) => [name, models.includes(name) ? 'model' : 'scaffold'])),
});

/** The three scaffolds of the paper, each written anew in one file without a word about who decides. */
export function referenceHarnesses(): readonly ReferenceHarness[] {
  return [harness('full', []), harness('half', ['retry']), harness('slim', NAMES)];
}

/** A scorer whose kind is known, with cases that it can be run on. */
export interface ReferenceScorer {
  readonly id: ScorerKind;
  readonly source: SourceFile;
  /** As `MODULE.mjs#FUNCTION`, and the path of its cases. */
  readonly spec: string;
  readonly cases: string;
  /** The correct submissions of these cases. */
  readonly submissions: readonly JsonValue[];
}

const scorer = (id: ScorerKind, cases: string): ReferenceScorer => ({
  id,
  source: { file: 'scorer.mjs', text: textOf(`scorers/${id}.mjs`) },
  spec: `${FOLDER}scorers/${id}.mjs#score`,
  cases: `${FOLDER}scorers/${cases}`,
  submissions: textOf(`scorers/${cases}`)
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly gold: JsonValue }).gold),
});

export function referenceScorers(): readonly ReferenceScorer[] {
  return [
    scorer('shape', 'records.jsonl'),
    scorer('outcome', 'records.jsonl'),
    scorer('specification', 'calls.jsonl'),
  ];
}
