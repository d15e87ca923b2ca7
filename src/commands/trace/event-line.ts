import type { TraceEvent } from '../../trace/event.ts';
import type { PayloadKind, ResultPayload, TracePayload } from '../../trace/payload.ts';

const DETAILS: ReadonlySet<PayloadKind> = new Set([
  'chunk',
  'setting',
  'usage',
  'declarations',
  'notice',
  'approval',
]);

/** Whether an event is left out unless all is asked for. */
export function isDetail({ payload }: TraceEvent): boolean {
  return DETAILS.has(payload.kind) || (payload.kind === 'turn' && payload.of === 'step');
}

/** Text on one line, with what was cut off said. */
function clip(text: string, width: number): string {
  const flat = text.replaceAll('\r\n', '\n').replaceAll('\n', '⏎ ').trimEnd();
  if (flat.length <= width) return flat;
  const half = Math.floor(width / 2);
  return `${flat.slice(0, half)} …[${flat.length - 2 * half} characters not shown]… ${flat.slice(-half)}`;
}

function resultFacts(result: ResultPayload): string {
  const { exitCode, signal, milliseconds, isError, truncated, status, parts } = result;
  const facts = [
    exitCode === undefined ? '' : `exit ${exitCode}`,
    signal === undefined ? '' : `signal ${signal}`,
    isError === true ? 'error' : '',
    status === undefined || status === 'completed' || status === 'success' ? '' : status,
    milliseconds === undefined ? '' : `${Math.round(milliseconds)} ms`,
    truncated === true ? 'CUT by the harness' : '',
    ...parts.map(({ kind, bytes }) => `${kind} of ${bytes} bytes`),
  ];
  return facts.filter((fact) => fact !== '').join(', ');
}

type Lines = {
  readonly [K in PayloadKind]: (payload: Extract<TracePayload, { kind: K }>, width: number) => string;
};

const LINES: Lines = {
  session: ({ phase, harness, version, model, reason, parent }) =>
    [`session ${phase}`, harness, version, model, reason, parent && `child of ${parent}`]
      .filter(Boolean)
      .join(', '),
  turn: ({ phase, of, reason }) => `${of} ${phase}${reason === undefined ? '' : `: ${reason}`}`,
  message: ({ role, origin, text, reasoning, parts }, width) =>
    [
      `${role}${origin === 'harness' ? ' (from the harness)' : ''}: ${clip(text, width)}`,
      reasoning ? `   thought: ${clip(reasoning, width)}` : '',
      ...parts.map(({ kind, bytes }) => `   ${kind} of ${bytes} bytes`),
    ]
      .filter((line) => line !== '')
      .join('\n'),
  request: ({ role, model, messages }) =>
    `request${role === undefined ? '' : ` (${role})`}${model === undefined ? '' : ` to ${model}`}${messages === undefined ? '' : `, ${messages} messages`}`,
  response: ({ text, calls, stop }, width) =>
    `answer${stop === undefined ? '' : ` (${stop})`}${text === undefined ? '' : `: ${clip(text, width)}`}${calls.map(({ name, args }) => `\n   asks for ${name} ${clip(JSON.stringify(args), width)}`).join('')}`,
  declarations: ({ tools, count }) =>
    tools === null
      ? `tools declared, not told which${count === undefined ? '' : ` (${count})`}`
      : `${tools.length} tools declared: ${tools.map(({ name }) => name).join(', ')}`,
  call: ({ name, namespace, args }, width) =>
    `→ ${namespace === undefined ? '' : `${namespace}.`}${name} ${clip(typeof args === 'string' ? args : JSON.stringify(args), width)}`,
  result: (result, width) => {
    const facts = resultFacts(result);
    const text =
      result.text === undefined
        ? '(no text is recorded)'
        : result.text === ''
          ? '(empty)'
          : clip(result.text, width);
    return `← ${facts === '' ? '' : `[${facts}] `}${text}`;
  },
  approval: ({ decision, by, reason }) =>
    ['approval', decision, by && `by ${by}`, reason].filter(Boolean).join(' '),
  process: ({ phase, command, exitCode, status, milliseconds }, width) =>
    `process ${phase}${command === undefined ? '' : ` ${clip(command, width)}`}${exitCode === undefined ? '' : `, exit ${exitCode}`}${status === undefined ? '' : `, ${status}`}${milliseconds === undefined ? '' : `, ${Math.round(milliseconds)} ms`}`,
  'file-change': ({ paths, change }) => `files ${change ?? 'changed'}: ${paths.join(', ')}`,
  compaction: ({ summary, trigger }, width) =>
    `compaction${trigger === undefined ? '' : ` (${trigger})`}${summary === undefined ? '' : `: ${clip(summary, width)}`}`,
  child: ({ phase, child, status, prompt }, width) =>
    `child agent ${phase}${child === undefined ? '' : ` ${child}`}${status === undefined ? '' : `, ${status}`}${prompt === undefined ? '' : `: ${clip(prompt, width)}`}`,
  notice: ({ phase, of, text }, width) =>
    `${of} ${phase}${text === undefined ? '' : `: ${clip(text, width)}`}`,
  usage: ({ scope, input, output, counted }) =>
    `usage of ${scope}: ${input ?? '?'} in, ${output ?? '?'} out${counted || scope !== 'response' ? '' : ' (told before)'}`,
  error: ({ message, code }, width) =>
    `ERROR ${code === undefined ? '' : `${code}: `}${clip(message, width)}`,
  setting: ({ name, value }, width) => `${name} ${clip(JSON.stringify(value), width)}`,
  chunk: ({ of, text }, width) => `… ${of}${text === undefined ? '' : ` ${clip(text, width)}`}`,
  raw: ({ reason, value }, width) => `? kept raw, ${reason}: ${clip(JSON.stringify(value), width)}`,
};

function lineOf(payload: TracePayload, width: number): string {
  const write = LINES[payload.kind] as (payload: TracePayload, width: number) => string;
  return write(payload, width);
}

/** An event as lines of text: where it stands, what it says, and how far that can be believed. */
export function eventLine(
  event: TraceEvent,
  unpaired: ReadonlySet<string>,
  width: number,
): readonly string[] {
  const { payload, native, position, inferred, synthetic, visibility } = event;
  const place = position.line === undefined ? (position.at ?? '') : String(position.line);
  const call =
    native.call !== undefined && (payload.kind === 'call' || payload.kind === 'result')
      ? ` ${native.call}`
      : '';
  const alone = call !== '' && unpaired.has(native.call ?? '') ? ` UNPAIRED` : '';
  const level = visibility === 'persisted' ? '' : ` ‹${visibility}›`;
  const notes = [...(synthetic === undefined ? [] : [`written by the harness: ${synthetic}`]), ...inferred];
  const [first = '', ...more] = lineOf(payload, width).split('\n');
  return [
    `${place.padStart(5)}${level}${call}${alone} ${first}`,
    ...more,
    ...notes.map((note) => `        ~ ${note}`),
  ];
}
