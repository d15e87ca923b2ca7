import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MeasurandError } from '../../core/errors.ts';
import { checkIsolation } from '../../scaffolds/native/process/isolation.ts';
import type { Verdict } from '../../trials/criteria/verdict.ts';
import type { Trial, TrialChain } from '../../trials/suite/define-trial.ts';
import { namedTrials } from '../../trials/suite/load-trial.ts';
import { type AlignedResult, type LinkReplay, replayLink } from '../../trials/suite/play/replay-link.ts';
import { chosenTrials } from './cells.ts';
import { triedHarnesses } from './harnesses.ts';

export interface TrialReplayOptions {
  /** Id of a trial, or the path to one of one's own. */
  readonly trial: string;
  /** One harness, as `trial run` takes it. */
  readonly harness: string;
  /** `T75.C1` or `C1`. @default every chain that declares a repair */
  readonly chain?: string;
  /** Of the private values. @default 1 */
  readonly seed?: number;
  readonly signal?: AbortSignal;
}

/** What one side of a replay came to. */
interface ReplaySide {
  readonly held: readonly string[];
  readonly zeros: readonly string[];
  readonly verified: boolean;
}

/** One link tried by intervention. */
export interface ReplayedLink {
  readonly chain: string;
  readonly harnessEnd: string;
  readonly agentEnd: string | null;
  readonly distortion: string;
  readonly outcome: 'validated' | 'refuted' | 'inconclusive';
  readonly reason: string;
  readonly changed: readonly string[];
  readonly before: ReplaySide;
  readonly after: ReplaySide;
  /** Both traces side by side: what the model was shown as the result of each call. */
  readonly aligned: readonly AlignedResult[];
}

export interface TrialReplayReport {
  readonly format: 'measurand.trial-replay/1';
  readonly trial: string;
  readonly harness: string;
  readonly seed: number;
  readonly links: readonly ReplayedLink[];
}

const CHAIN = /^(?:T\d\d\.)?C\d+$/;

function chosenChains(trial: Trial, wanted: string | undefined): readonly TrialChain[] {
  const repairable = trial.chains.filter(({ repair }) => repair !== undefined);
  const chosen = repairable.filter(
    ({ id }) => wanted === undefined || id === wanted || id.endsWith(`.${wanted}`),
  );
  if (chosen.length > 0 && (wanted === undefined || CHAIN.test(wanted))) return chosen;
  throw new MeasurandError('no-repair', `${trial.id} has no such chain with a repair at the boundary`, {
    record: wanted ?? trial.id,
    next: `Chains with a repair: ${repairable.map(({ id }) => id).join(', ') || 'none'}`,
  });
}

function side({ judged, verified }: LinkReplay['before']): ReplaySide {
  const verdicts: readonly Verdict[] = judged.map(({ verdict }) => verdict);
  const ids = (states: readonly number[]): readonly string[] =>
    verdicts.filter(({ state }) => states.includes(state)).map(({ criterion }) => criterion);
  return { held: ids([1]), zeros: ids([0, 3]), verified };
}

/**
 * Counterfactual replay: runs a trial as it is, then once more with the distortion of a chain repaired on its way to the
 * model, and says whether the agent's criterion flips and nothing else.
 *
 * @throws MeasurandError `no-repair`, `unknown-trial`, `unknown-harness`, and what runs throw
 */
export async function replayTrial(options: TrialReplayOptions): Promise<TrialReplayReport> {
  const { seed = 1, signal } = options;
  const [trial] = chosenTrials(await namedTrials([options.trial]));
  const [harness] = await triedHarnesses([options.harness], signal);
  if (!trial || !harness)
    throw new MeasurandError('invalid-usage', 'a replay takes one trial and one harness');
  const isolation = await checkIsolation();
  const folder = mkdtempSync(join(tmpdir(), 'measurand-replay-'));
  const links: ReplayedLink[] = [];
  try {
    for (const chain of chosenChains(trial, options.chain)) {
      const { validation, before, after, aligned } = await replayLink(
        {
          ...{ trial, seed, isolation },
          adapter: harness.adapter,
          harness: harness.found,
          folder: join(folder, chain.id),
          ...(signal ? { signal } : {}),
        },
        chain,
      );
      links.push({
        ...validation,
        harnessEnd: chain.harness,
        agentEnd: chain.agent,
        distortion: chain.distortion,
        before: side(before),
        after: side(after),
        aligned,
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    format: 'measurand.trial-replay/1',
    trial: trial.id,
    harness: `${harness.adapter.id}@${harness.found.version}`,
    seed,
    links,
  };
}

const WIDTH = 110;

function shownText(text: string | null): string {
  if (text === null) return '(never shown)';
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= WIDTH ? line : `${line.slice(0, WIDTH - 40)} … ${line.slice(-36)}`;
}

const alignedLines = ({ call, name, before, after }: AlignedResult): readonly string[] => [
  `    ${name} (${call})`,
  ...(before === after
    ? [`      both:     ${shownText(before)}`]
    : [`      as it is: ${shownText(before)}`, `      repaired: ${shownText(after)}`]),
];

/** A replay for a terminal. */
export function replayText({ trial, harness, seed, links }: TrialReplayReport): string {
  return links
    .flatMap(({ chain, outcome, reason, harnessEnd, agentEnd, distortion, changed, aligned }) => [
      `${chain} of ${trial} under ${harness}, seed ${seed}: ${outcome}`,
      `  ${harnessEnd} → ${distortion} → ${agentEnd ?? 'no agent end'}`,
      `  ${reason}${changed.length > 0 ? `; changed: ${changed.join(', ')}` : ''}`,
      ...aligned.flatMap(alignedLines),
    ])
    .join('\n');
}
