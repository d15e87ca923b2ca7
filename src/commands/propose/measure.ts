import {
  type HarnessRow,
  MEASURE_FORMAT,
  MEASURE_RUNS,
  type ProposalMeasure,
  rightIn,
  type ScorerRow,
} from '../../audit/propose/measure.ts';
import { discoverOwnership } from '../../audit/propose/ownership.ts';
import { answeredBy } from '../../audit/propose/proposal.ts';
import {
  type ReferenceHarness,
  type ReferenceScorer,
  referenceHarnesses,
  referenceScorers,
  SCRIPTED,
} from '../../audit/propose/references.ts';
import { coverageOf } from '../../audit/propose/run-probes.ts';
import { sourcesDigest } from '../../audit/propose/sources.ts';
import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { Asker, type AskerOptions } from './asker.ts';
import { probesFor } from './layers.ts';

const NEVER = new AbortController().signal;

export interface MeasureProposalsOptions extends Omit<AskerOptions, 'model'>, RunControl {
  /** @default a script of our own, which is no model, from the recording that ships */
  readonly model?: string;
}

type Named = AskerOptions & RunControl;

function named({ model, ...options }: MeasureProposalsOptions): Named {
  return model === undefined
    ? { ...options, model: SCRIPTED.model, replay: SCRIPTED.recording, environment: {} }
    : { ...options, model };
}

/** What a malformed answer comes to; anything else that goes wrong is no property of the answer. */
function malformed(error: unknown): string {
  if (error instanceof MeasurandError && error.code === 'proposal-malformed') return error.message;
  throw error;
}

async function discoveryOf(asker: Asker, harness: ReferenceHarness, options: Named): Promise<HarnessRow> {
  const sources = [harness.source];
  const decisions = Object.keys(harness.truth);
  const row: HarnessRow = { harness: harness.id, truth: { ...harness.truth }, answers: [], refused: [] };
  for (let run = 0; run < MEASURE_RUNS; run += 1) {
    const model = asker.model('ownership', sourcesDigest(sources), run);
    try {
      const asked = {
        model,
        sources,
        decisions,
        outputTokens: asker.tokens,
        signal: options.signal ?? NEVER,
      };
      const { value, grounded } = await discoverOwnership(asked);
      const counts = grounded.verdict === 'pass';
      if (!counts) row.refused.push({ run, why: grounded.says });
      row.answers.push(
        counts ? Object.fromEntries(value.map(({ decision, owner }) => [decision, owner])) : null,
      );
    } catch (error) {
      row.refused.push({ run, why: malformed(error) });
      row.answers.push(null);
    }
  }
  return row;
}

async function kindOf(
  asker: Asker,
  { id, source, spec, cases, submissions }: ReferenceScorer,
  options: Named,
): Promise<ScorerRow> {
  const coverage = coverageOf([], [], submissions);
  const none = { scorer: id, predicted: null, right: false, coverage } as const;
  try {
    const { model, signal } = options;
    const proposal = await probesFor(asker, {
      model,
      scorer: spec,
      cases,
      sources: [source],
      ...(signal === undefined ? {} : { signal }),
    });
    const { content, checks } = proposal.body;
    if (content.kind !== 'probes') throw new TypeError('the probes layer proposes probes');
    const failed = checks.find(({ verdict }) => verdict === 'fail');
    if (failed) return { ...none, why: failed.says };
    const { predicted } = content;
    return { scorer: id, predicted, right: predicted === id, coverage: content.coverage, why: '' };
  } catch (error) {
    return { ...none, why: malformed(error) };
  }
}

/**
 * Measures how well a model proposes, as the paper does: decisions right of 15 over three runs on three reference
 * harnesses, kind right of three scorers, and coverage of the hand-made battery. An answer that is malformed, or whose
 * quotes do not stand in the source, has nothing right.
 *
 * @throws MeasurandError what the model and its recording throw
 */
export async function measureProposals(given: MeasureProposalsOptions = {}): Promise<ProposalMeasure> {
  const options = named(given);
  using asker = new Asker(options);
  const rows: HarnessRow[] = [];
  const scorers: ScorerRow[] = [];
  const harnesses = referenceHarnesses();
  const references = referenceScorers();
  const total = harnesses.length + references.length;
  const progress = (): void =>
    options.onProgress?.({ what: 'Questions', done: rows.length + scorers.length, total });
  for (const harness of harnesses) {
    rows.push(await discoveryOf(asker, harness, options));
    progress();
  }
  for (const scorer of references) {
    scorers.push(await kindOf(asker, scorer, options));
    progress();
  }
  const { model: id } = options;
  return {
    format: MEASURE_FORMAT,
    model: { id, answeredBy: answeredBy(id) },
    origin: asker.origin,
    discovery: {
      runs: MEASURE_RUNS,
      decisions: harnesses.reduce((sum, { truth }) => sum + Object.keys(truth).length, 0),
      right: Array.from({ length: MEASURE_RUNS }, (_, run) => rightIn(rows, run)),
      rows,
    },
    kinds: {
      scorers: scorers.length,
      right: scorers.filter(({ right }) => right).length,
      rows: scorers,
    },
    coverage: {
      battery: scorers.reduce((sum, { coverage }) => sum + coverage.battery, 0),
      covered: scorers.reduce((sum, { coverage }) => sum + coverage.covered.length, 0),
    },
  };
}
