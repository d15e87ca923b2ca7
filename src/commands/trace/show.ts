import type { TraceEvent, Visibility } from '../../trace/event.ts';
import { openTrace } from '../../trace/folder/read.ts';
import type { TraceHeader } from '../../trace/trace.ts';
import { eventLine, isDetail } from './event-line.ts';

export interface ShowOptions {
  /** A folder that an import wrote, or a file that can be imported. */
  readonly trace: string;
  /** Only what bears witness to this. @default all */
  readonly visibility?: Visibility;
  /** Chunks, settings and usage too. @default false */
  readonly all?: boolean;
  /** Characters of a text that are shown. @default 400 */
  readonly width?: number;
  readonly signal?: AbortSignal;
}

/** A trace for reading: its header, the events that were asked for, and each as a line. */
export interface TraceView {
  readonly format: 'measurand.trace-view/1';
  readonly header: TraceHeader;
  readonly events: readonly TraceEvent[];
  /** How many events were left out, and can be had with `all`. */
  readonly hidden: number;
  readonly lines: readonly string[];
}

const DEFAULT_WIDTH = 400;

function headLines({
  reader,
  versions,
  sessions,
  ledger,
  problems,
  problemCount,
}: TraceHeader): readonly string[] {
  const first = [
    `${[reader, ...versions].join(', ')}: ${sessions.length} sessions`,
    `${ledger.read} records = ${ledger.mapped} mapped + ${ledger.raw} raw + ${ledger.unpaired} unpaired + ${ledger.dropped} dropped`,
  ];
  const few = problems.slice(0, 5).map(({ code, what }) => `  ${code}: ${what}`);
  return problemCount > few.length
    ? [...first, ...few, `  and ${problemCount - few.length} more problems`]
    : [...first, ...few];
}

/** Groups lines by session, in the order of the source. */
function bodyLines(
  events: readonly TraceEvent[],
  unpaired: ReadonlySet<string>,
  width: number,
): readonly string[] {
  const lines: string[] = [];
  let session: string | undefined;
  for (const event of events) {
    const { native } = event;
    const here = [native.session, native.agent].filter((name) => name !== undefined).join('/');
    if (here !== session) lines.push('', `── ${here === '' ? 'no session named' : here}`);
    session = here;
    lines.push(...eventLine(event, unpaired, width));
  }
  return lines;
}

/**
 * Lays a trace out for reading: turns, calls, results, and what was cut. Texts are shown as they came; whoever prints
 * them must take control characters out.
 *
 * @throws MeasurandError as `openTrace` does
 */
export async function showTrace(options: ShowOptions): Promise<TraceView> {
  const { trace, visibility, all = false, width = DEFAULT_WIDTH, signal } = options;
  const { header, events } = await openTrace(trace, signal === undefined ? {} : { signal });
  const asked = events.filter((event) => visibility === undefined || event.visibility === visibility);
  const shown = all ? asked : asked.filter((event) => !isDetail(event));
  const unpaired = new Set([...header.unpaired.calls, ...header.unpaired.results]);
  const hidden = asked.length - shown.length;
  const rest = hidden > 0 ? ['', `${hidden} settings, chunks and counts are left out; --all shows them`] : [];
  const lines = [...headLines(header), ...bodyLines(shown, unpaired, width), ...rest];
  return { format: 'measurand.trace-view/1', header, events: shown, hidden, lines };
}
