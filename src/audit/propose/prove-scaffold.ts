import type { z } from 'zod';
import type { Model } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { Isolation } from '../../scaffolds/native/contracts.ts';
import type { Check } from './check.ts';
import type { ScaffoldContent } from './content.ts';
import { discoverOwnership } from './ownership.ts';
import { liveDecisions, playScored } from './play/play.ts';
import { openStage, type Stage } from './play/stage.ts';

type Content = z.infer<typeof ScaffoldContent>;

export interface ProveOptions {
  readonly source: string;
  readonly decisions: readonly string[];
  /** Reads the variant without having seen how it came about. */
  readonly auditor: Model;
  /** Plays the live episode. */
  readonly player: Model;
  readonly task: string;
  readonly seed: number;
  readonly outputTokens: number;
  readonly isolation: Isolation;
  readonly signal: AbortSignal;
}

/** A variant with what was tried on it. */
export interface ProvenScaffold {
  readonly content: Pick<Content, 'audit' | 'episode' | 'live'>;
  readonly checks: readonly Check[];
}

const open = (id: Check['id'], says: string): Check => ({ id, verdict: 'not-probed', says });

/** The ownership layer run on the variant: every decision has to be the model's, by code that really stands there. */
async function crossAudit(
  options: ProveOptions,
): Promise<{ readonly audit: Content['audit']; readonly check: Check }> {
  const { auditor, source, decisions, outputTokens, signal } = options;
  const sources = [{ file: 'harness.mjs', text: source }];
  try {
    const found = await discoverOwnership({ model: auditor, sources, decisions, outputTokens, signal });
    const kept = found.value.filter(({ owner }) => owner !== 'model').map(({ decision }) => decision);
    const holds = kept.length === 0 && found.grounded.verdict === 'pass';
    const says =
      kept.length > 0
        ? `${auditor.id} says that the model does not decide ${kept.join(', ')}`
        : `${auditor.id} gives every decision to the model; ${found.grounded.says}`;
    return {
      audit: {
        model: auditor.id,
        question: found.question,
        answer: found.answer,
        decisions: [...found.value],
      },
      check: { id: 'cross-audit', verdict: holds ? 'pass' : 'fail', says },
    };
  } catch (error) {
    if (!(error instanceof MeasurandError) || error.code !== 'proposal-malformed') throw error;
    return { audit: null, check: { id: 'cross-audit', verdict: 'fail', says: error.message } };
  }
}

async function episodeOf(stage: Stage, options: ProveOptions) {
  const { source, task, seed, player: model, signal } = options;
  // Programs count no tokens; a language model is held to what a reply of it is likely to hold.
  const limit = model.kind === 'archetype' ? {} : { outputTokens: options.outputTokens };
  const played = await playScored(stage, { source, task, seed, model, signal, ...limit });
  const { state, score, stop } = played;
  const check: Check = {
    id: 'episode',
    verdict: state === 'scored' ? 'pass' : 'fail',
    says:
      score === null || state !== 'scored'
        ? `${model.id} on ${task}, seed ${seed}: ${state}, ${stop}`
        : `${model.id} on ${task}, seed ${seed}, scores ${score} by the truth`,
  };
  return { played, check };
}

async function livenessOf(stage: Stage, { source, decisions, signal }: ProveOptions) {
  const live = await liveDecisions(stage, source, decisions, signal);
  const dead = live.filter((row) => !row.live).map(({ decision }) => decision);
  const unknown = decisions.filter((id) => !live.some(({ decision }) => decision === id));
  const check: Check = {
    id: 'decisions-live',
    verdict: dead.length > 0 ? 'fail' : unknown.length > 0 ? 'not-probed' : 'pass',
    says:
      dead.length > 0
        ? `the outcome stays the same when the model decides otherwise: ${dead.join(', ')}`
        : unknown.length > 0
          ? `no experiment knows ${unknown.join(', ')}`
          : 'each decision moves the outcome when a program differs in it alone',
  };
  return { live, check };
}

/**
 * Tries a synthesised harness before a person sees it: it has to parse, an auditor that did not see how it came about
 * has to give every decision to the model, it has to play a live episode that the truth scores, and its decisions have
 * to be live. Its code runs in a sandbox, and nowhere without one.
 *
 * @throws MeasurandError `sandbox-failed`, and what the models throw
 */
export async function proveScaffold(options: ProveOptions): Promise<ProvenScaffold> {
  const { isolation, source } = options;
  const { audit, check: audited } = await crossAudit(options);
  if (isolation.kind === 'none') {
    const why = `this machine cannot keep a program apart: ${isolation.reason ?? ''}`;
    const content = { audit, episode: null, live: [] };
    const checks = [open('compiles', why), audited, open('episode', why), open('decisions-live', why)];
    return { content, checks };
  }
  await using stage = await openStage(isolation);
  const wrong = await stage.compile(source);
  if (wrong !== undefined) {
    const broken: Check = { id: 'compiles', verdict: 'fail', says: wrong };
    const why = 'what does not parse is not run';
    const checks = [broken, audited, open('episode', why), open('decisions-live', why)];
    return { content: { audit, episode: null, live: [] }, checks };
  }
  const parses: Check = { id: 'compiles', verdict: 'pass', says: 'the module parses' };
  const episode = await episodeOf(stage, options);
  const liveness = await livenessOf(stage, options);
  return {
    content: { audit, episode: episode.played, live: [...liveness.live] },
    checks: [parses, audited, episode.check, liveness.check],
  };
}
