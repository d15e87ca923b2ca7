import type { TraceEvent } from '../../../trace/event.ts';
import { streamTrace } from '../../../trace/read-trace.ts';
import type { TraceHeader } from '../../../trace/trace.ts';
import { type LoggedCall, trajectoryMarks } from '../checks/trajectory.ts';
import type { ResultReader, ResultSink } from '../run.ts';

const recordOf = ({ position }: TraceEvent): string =>
  position.line === undefined ? (position.at ?? 'the document') : `line ${position.line}`;

function tokenMark({ tokens }: TraceHeader, sink: ResultSink): void {
  const once = tokens.input + tokens.output;
  const naive = tokens.naive.input + tokens.naive.output;
  if (naive <= once) return;
  const factor = once === 0 ? '' : `, ${(naive / once).toFixed(2)} times as many`;
  sink.mark({
    check: 'usage-repeated',
    what: `records add up to ${naive} tokens, responses counted once to ${once}${factor} (${tokens.rule})`,
  });
}

/** Marks the first call of each kind that no run of a task may make. */
class CallWatch {
  readonly #sink: ResultSink;
  readonly #seen = new Set<string>();

  constructor(sink: ResultSink) {
    this.#sink = sink;
  }

  take(call: LoggedCall, record: string): void {
    for (const { check, what } of trajectoryMarks([call], undefined)) {
      if (this.#seen.has(check)) continue;
      this.#seen.add(check);
      this.#sink.mark({ check, what, record });
    }
  }
}

/** A session file of a harness: no run is scored in it, and what is wrong with it is still seen. */
export const traceFile: ResultReader = {
  id: 'trace',
  title: 'a session file of a harness',
  async read(path, sink, signal) {
    const calls = new Map<string, string>();
    const watch = new CallWatch(sink);
    const header = await streamTrace(path, {
      ...(signal ? { signal } : {}),
      onEvent(event) {
        const { payload, native } = event;
        if (payload.kind === 'call') {
          if (native.call !== undefined) calls.set(native.call, recordOf(event));
          watch.take({ tool: payload.name, arguments: payload.args, field: '' }, recordOf(event));
        }
        if (event.synthetic !== undefined && payload.kind === 'result')
          sink.mark({ check: 'synthetic-result', what: event.synthetic, record: recordOf(event) });
      },
    });
    sink.version(header.versions.join(', ') || '1');
    sink.trace(header.ledger);
    for (const { code, what, line, field } of header.problems) {
      if (code === 'undelivered-completion')
        sink.mark({ check: code, what, ...(line === undefined ? {} : { record: `line ${line}` }) });
      sink.problem({
        code,
        what,
        ...(line === undefined ? {} : { record: `line ${line}` }),
        ...(field === undefined ? {} : { field }),
      });
    }
    for (const call of header.unpaired.calls)
      sink.mark({
        check: 'unpaired-call',
        what: `call ${call} has no result`,
        record: calls.get(call) ?? call,
      });
    tokenMark(header, sink);
  },
};
