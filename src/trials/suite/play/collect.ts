import type { Reply } from '../../../gateway/contracts.ts';
import type { HarnessAdapter } from '../../../scaffolds/native/contracts.ts';
import type { HarnessRunResult } from '../../../scaffolds/native/run/harness-run.ts';
import { callIdOf } from '../../../scaffolds/native/scripts/conversation.ts';
import type { RequestView } from '../../../trace/wire/request-view.ts';
import type { Exchange, ProcessCheck, RunEvidence, TurnEnd } from '../../criteria/evidence.ts';
import type { Trial } from '../define-trial.ts';
import type { RunLedger } from '../run-ledger.ts';
import { persistedEvents } from './persisted.ts';
import { filesLeft, givenFiles } from './workspace.ts';

/** The last user turn of the trial whose words a request shows: the turn during which it came. */
function turnOf(view: RequestView, prompts: readonly string[]): number {
  const said = view.messages.filter(({ role }) => role === 'user').map(({ text }) => text);
  return Math.max(
    0,
    prompts.findLastIndex((prompt) => said.some((text) => text.includes(prompt))),
  );
}

const wireIds = (adapter: HarnessAdapter, id: string): readonly string[] => [
  ...new Set([id, adapter.wireId?.(id) ?? id]),
];

function exchangesOf(trial: Trial, adapter: HarnessAdapter, run: HarnessRunResult): readonly Exchange[] {
  const records = new Map(run.boundary.map((record) => [record.arrival, record]));
  return run.requests.map(({ arrival, role, view }) => {
    const record = records.get(arrival);
    const reply = (record?.reply ?? {}) as Reply;
    const calls = (reply.calls ?? []).map((call) => ({
      ...call,
      id: wireIds(adapter, call.id ?? '').find((id) => appears(run, id)) ?? call.id ?? '',
    }));
    return {
      arrival,
      turn: turnOf(view, trial.prompts),
      role,
      view,
      reply: { ...reply, ...(calls.length > 0 ? { calls } : {}) },
      digest: record?.sent ?? '',
    };
  });
}

const appears = (run: HarnessRunResult, id: string): boolean =>
  run.requests.some(({ view }) => view.results.some(({ callId }) => callId === id));

function turnEnds({ outcomes, observed }: HarnessRunResult): readonly TurnEnd[] {
  return outcomes.map(({ exitCode, signal, timedOut }, turn) => {
    const { finalText, error } = observed[turn] ?? {};
    return {
      ...{ turn, exitCode, signal, timedOut },
      ...(finalText === undefined ? {} : { finalText }),
      ...(error === undefined ? {} : { error }),
    };
  });
}

/** Whether a command line is that of a helper program, or of one that it left behind (`NAME-detached`). */
function playsProgram(command: string, name: string): boolean {
  const detached = command.includes(' --actions ');
  const plain = name.replace(/-detached$/, '');
  return (
    command.includes(` ${plain}`) && command.includes('.play.mjs') && detached === name.endsWith('-detached')
  );
}

/** Whether a command line is that of the program as which a harness started a tool service. */
const servesTools = (command: string, name: string): boolean =>
  command.includes('relay.mjs ') && command.endsWith(`/${name}`);

/** Helper programs and tool servers that were still there when a turn's harness had ended, by name. */
function processChecks({ programs = [], services = [] }: Trial, { outcomes }: HarnessRunResult) {
  const helpers = programs.flatMap(({ name }) => [name, `${name}-detached`]);
  return outcomes.map(({ orphans }, turn): ProcessCheck => {
    const left = (name: string, is: typeof servesTools): boolean =>
      orphans.some((command) => is(command, name));
    return {
      at: `turn ${turn} ended`,
      alive: [
        ...helpers.filter((name) => left(name, playsProgram)),
        ...services.map(({ name }) => name).filter((name) => left(name, servesTools)),
      ],
    };
  });
}

/** Brings the four sources of evidence of one run together. */
export async function collectEvidence(
  trial: Trial,
  adapter: HarnessAdapter,
  run: HarnessRunResult,
  ledger: RunLedger,
  given: Readonly<Record<string, string>>,
): Promise<RunEvidence> {
  const { folder } = run.files;
  const persisted = await persistedEvents(adapter, `${folder}/home`);
  return {
    shown: exchangesOf(trial, adapter, run),
    committed: ledger.entries(),
    happened: {
      before: givenFiles(given),
      after: filesLeft(`${folder}/workspace`),
      processes: processChecks(trial, run),
      turns: turnEnds(run),
    },
    ...(persisted === undefined ? {} : { persisted }),
    moves: Object.fromEntries(trial.script.keys.map((key) => [key, wireIds(adapter, callIdOf(key))])),
  };
}
