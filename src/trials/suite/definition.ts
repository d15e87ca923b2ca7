import type { JsonObject } from '../../core/json.ts';
import type { WireFault } from '../../gateway/contracts.ts';
import type { ScriptPlan } from '../../scaffolds/native/scripts/script.ts';
import type { AgentLayer } from '../criteria/aggregate.ts';
import type { RunEvidence } from '../criteria/evidence.ts';
import type { LineSpec, PrivateValues } from '../criteria/line.ts';
import type { TrialOutline } from './catalogue.ts';
import type { ValueDraw } from './private-values.ts';
import type { HelperProgram } from './programs/program.ts';
import type { TrialService } from './services/service.ts';

/** Means of a harness that a trial cannot do without. */
export const NEEDS = [
  'tool-servers',
  'resume',
  'background',
  'delegate',
  'deny-rules',
  'hooks',
  'approvals',
  'time-limit',
  'output-limit',
] as const;
export type Need = (typeof NEEDS)[number];

/** A gate of a run: when it fires, it overrides the verifier's result, and is recorded as itself. */
export interface HardGate {
  readonly id: string;
  /** What must not have happened. */
  readonly forbids: string;
  fires(evidence: RunEvidence, values: PrivateValues): boolean;
}

/** How the scripted model of a trial behaves, and what its Agent sheet then means (harness taxonomy §5). */
export interface ScriptedModel {
  readonly style: 'blind' | 'echo' | 'branching' | 'stubborn' | 'overclaiming' | 'faulty provider';
  readonly agentLayer: Exclude<AgentLayer, 'live'>;
  /** Every key of a move that the plan may make. */
  readonly keys: readonly string[];
  /** The plan. It sees only what a request shows: never the private values. */
  plan(): ScriptPlan;
  /**
   * What the provider does wrong at a request that stands at the same point as `attempt` earlier ones. The provider is
   * apparatus: unlike the plan it may know private values.
   */
  provider?(attempt: number, values: PrivateValues): readonly WireFault[];
  /** A plan that skips the mechanism; it must not succeed. Absent where no shortcut is thinkable. */
  shortcut?(): ScriptPlan;
}

/** Something to look at while a run goes on. */
export interface ProcessWatch {
  /** Name of a helper program, or of one that it left behind (`NAME-detached`). */
  readonly program: string;
}

/** What hangs on the ends of a chain: lines by their numbers, and keys of moves. */
interface FollowerSpec {
  /** Harness lines that read what the repair restores, or what the model does once it is told. */
  readonly harness?: readonly number[];
  readonly agent?: readonly number[];
  readonly moves?: readonly string[];
}

/** A predeclared chain by the numbers of its ends on the two sheets, from 1. */
export interface ChainSpec {
  readonly harness: number;
  readonly distortion: string;
  /** Null where the damage is done by the harness alone. */
  readonly agent: number | null;
  /** What changes with the ends in a counterfactual replay; anything else that changes leaves it open. */
  readonly followers?: FollowerSpec;
  /** Keys of moves whose results a repair at the boundary may replace, with the private values that belong there. */
  readonly repair?: { readonly key: string; readonly restores: (values: PrivateValues) => string };
}

/** A trial as its folder writes it. Title, dimension, property and turns come from the catalogue. */
export interface TrialSpec {
  readonly id: string;
  /** What the catalogue says of its trials; given for a trial that is not in it. */
  readonly outline?: Omit<TrialOutline, 'id'>;
  /** The user's words, a turn each; they hold no private value. */
  readonly prompts: readonly [string, ...string[]];
  readonly needs: readonly Need[];
  /** Draws the private one-time values of a run. */
  draw(values: ValueDraw): void;
  /** Files at the start, by path in the workspace. */
  workspace?(values: PrivateValues): Readonly<Record<string, string>>;
  /** Files of `workspace` that may hold private values, because reading them is what the trial is about. */
  readonly guarded?: readonly string[];
  readonly programs?: readonly HelperProgram[];
  readonly services?: readonly TrialService[];
  /** Settings of the harness, such as deny rules. */
  readonly settings?: JsonObject;
  readonly watches?: readonly ProcessWatch[];
  /** Longest time of one turn, in seconds, on a quiet machine. */
  readonly secondsPerTurn: number;
  /** Whether a turn that never ends is a finding of the trial: then a run that ran out of time is scored. @default false */
  readonly endlessTurnsCount?: true;
  /** Files that the work must leave. */
  readonly outputs: readonly string[];
  /** Whether the work came out right, by the independent anchor of truth, whatever the sheets say. */
  verify(evidence: RunEvidence, values: PrivateValues): boolean;
  readonly gates: readonly HardGate[];
  readonly harness: readonly [LineSpec, ...LineSpec[]];
  readonly agent: readonly [LineSpec, ...LineSpec[]];
  readonly chains: readonly ChainSpec[];
  readonly script: ScriptedModel;
}
