import type { JsonObject } from '../src/core/json.ts';
import type { ReplyCall } from '../src/gateway/contracts.ts';
import type { TraceEvent } from '../src/trace/event.ts';
import type { ShownResult } from '../src/trace/wire/request-view.ts';
import type { Exchange, RunEvidence, ServiceEntry, TurnEnd } from '../src/trials/criteria/evidence.ts';

const ZEROS = '0'.repeat(64);

/** One request that shows `results`, answered with `calls` or, without any, with a text. */
export function exchange(
  arrival: number,
  results: readonly (Partial<ShownResult> & { readonly callId: string })[],
  calls: readonly ReplyCall[],
  turn = 0,
): Exchange {
  const shown = results.map((result) => ({ text: '', parts: [], ...result }));
  return {
    arrival,
    turn,
    role: 'main',
    view: {
      protocol: 'openai-chat',
      path: '/v1/chat/completions',
      model: 'scripted',
      stream: false,
      system: 'You are a harness under test.',
      messages: [{ role: 'tool', text: '', calls: [], results: shown }],
      results: shown,
      tools: [],
      body: null,
    },
    reply: calls.length > 0 ? { calls } : { text: 'Done.' },
    digest: ZEROS,
  };
}

/** An event of a harness's own record about a call. */
export function recorded(
  call: string,
  payload: TraceEvent['payload'],
  id = `${call}:${payload.kind}`,
): TraceEvent {
  return {
    id,
    record: 0,
    visibility: 'persisted',
    position: { file: 'session.jsonl', line: 1, digest: ZEROS },
    native: { call },
    parents: [],
    inferred: [],
    payload,
  };
}

export const ledger = (
  entries: readonly (readonly [service: string, event: string, data: JsonObject])[],
): readonly ServiceEntry[] =>
  entries.map(([service, event, data], index) => ({ index, service, event, data }));

export const ended = (end: Partial<TurnEnd> = {}): TurnEnd => ({
  turn: 0,
  exitCode: 0,
  signal: null,
  timedOut: false,
  ...end,
});

/** Evidence of a run with one shell call, `call_go`, and nothing wrong; parts may be put in its place. */
export function evidenceOf(parts: Partial<RunEvidence> = {}): RunEvidence {
  return {
    shown: [
      exchange(0, [], [{ id: 'call_go', name: 'shell', args: { command: 'bin/go' } }]),
      exchange(1, [{ callId: 'call_go', text: 'CODE-7\nexit code: 3', isError: true }], []),
    ],
    committed: ledger([
      ['go', 'start', { run: 0 }],
      ['go', 'exit', { run: 0, code: 3 }],
    ]),
    happened: {
      before: {},
      after: { 'out.json': { digest: ZEROS, bytes: 17, text: '{"code":"CODE-7"}' } },
      processes: [{ at: 'run ended', alive: [] }],
      turns: [ended()],
    },
    persisted: [
      recorded('call_go', { kind: 'call', name: 'shell', args: { command: 'bin/go' } }),
      recorded('call_go', { kind: 'result', text: 'CODE-7\nexit code: 3', parts: [] }),
    ],
    moves: { go: ['call_go'] },
    ...parts,
  };
}
