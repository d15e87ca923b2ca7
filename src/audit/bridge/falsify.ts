import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { type BridgeHello, RawJson } from '../../scorers/bridge/index.ts';
import { catalogueOf, type DeclaredSubmission } from '../falsify/edits-of.ts';
import { type Judgement, judged } from '../falsify/judgement.ts';
import { falsifyTask, type MinimalPair } from '../falsify/search.ts';
import { SUBMISSION_KINDS } from '../falsify/typed-edit.ts';
import type { BridgeFalsification } from './measurements.ts';
import type { ProbeParts, SoundTask } from './probe.ts';
import { declaredOf } from './submissions.ts';

/** How long the search is, and what submissions are said to be where the target does not say. */
export interface FalsifyRequest {
  /** Candidates a task. */
  readonly candidates: number;
  /** @default 0 */
  readonly seed?: number;
}

/** Pairs that a report shows; the counts cover all. */
const MOST_PAIRS = 20;

/**
 * What a target's submissions are, as edits understand it.
 *
 * @throws MeasurandError `undeclared-submission` when neither the target nor the caller says
 */
function declaredFor(hello: BridgeHello, said: DeclaredSubmission | undefined): DeclaredSubmission {
  const declared = declaredOf(hello, said);
  if (declared) return declared;
  throw new MeasurandError('undeclared-submission', `${hello.target.name} does not say what it is handed`, {
    field: 'target.submission',
    next: `Give --kind with one of ${SUBMISSION_KINDS.join(', ')}, or --schema with a JSON Schema`,
  });
}

const sizeOf = ({ edits, places, worse }: MinimalPair): number =>
  edits.length * 1e9 + places.length * 1e6 + worse.length;

/** What the caller says of submissions and of edits. */
export interface SearchControl extends RunControl {
  /** @default what the target says of its submissions */
  readonly declared?: DeclaredSubmission;
  /** @default what the catalogue says of each edit */
  readonly judgement?: Judgement;
}

/** Searches every sound task for a worse submission that scores at least as high as the correct one. */
export async function falsifyTarget(
  { target, hello, tally }: Pick<ProbeParts, 'target' | 'hello' | 'tally'>,
  sound: readonly SoundTask[],
  request: FalsifyRequest,
  { declared: said, judgement = {}, ...control }: SearchControl,
): Promise<BridgeFalsification> {
  const declared = declaredFor(hello, said);
  const edits = judged(catalogueOf(declared), judgement);
  const { candidates, seed = 0 } = request;
  const pairs: MinimalPair[] = [];
  const unseen: MinimalPair[] = [];
  const sum = { candidates: 0, scored: 0, hits: 0, telling: 0 };
  for (const [at, { task, correct, score: correctScore }] of sound.entries()) {
    control.signal?.throwIfAborted();
    control.onProgress?.({ what: 'Search for worse submissions', done: at + 1, total: sound.length });
    const found = await falsifyTask({
      task,
      correct: correct.value,
      correctScore,
      resolution: hello.target.resolution,
      edits,
      seed,
      candidates,
      async score(submission) {
        const raw = RawJson.of(submission);
        const outcome = await target.score(task, raw);
        tally.scored(task, raw, outcome);
        return outcome.kind === 'score' ? outcome.score : undefined;
      },
    });
    sum.candidates += found.candidates;
    sum.scored += found.scored;
    sum.hits += found.hits;
    if (found.hits > 0) sum.telling += 1;
    pairs.push(...found.pairs);
    for (const pair of found.unseen) {
      if (!unseen.some(({ edits: [id] }) => id === pair.edits[0])) unseen.push(pair);
    }
  }
  return {
    submission: 'kind' in declared ? declared.kind : 'schema',
    seed,
    tasks: sound.length,
    ...sum,
    pairs: pairs.toSorted((a, b) => sizeOf(a) - sizeOf(b)).slice(0, MOST_PAIRS),
    unseen,
  };
}
