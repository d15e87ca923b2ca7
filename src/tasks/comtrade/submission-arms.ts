import type {
  LedgerEntry,
  SubmissionProtocol,
  ToolDeclaration,
  ToolResult,
} from '../../core/contracts/index.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { readArguments } from './arguments.ts';
import { toolError } from './tool-errors.ts';

/** The tool that every ComtradeBench environment takes a submission by; the other protocols stand in for it. */
export const SUBMIT_TOOL = 'submit_results';

/** Characters of rows that one episode holds: far past any honest submission, well under what a string can be. */
export const SUBMISSION_CHARACTERS = 64 * 1024 * 1024;

const text = (description: string): JsonObject => ({ type: 'string', description });
const METADATA = text('The metadata, as one JSON object');
const LOG = text('The run log: what was done, one step a line');

function declare(name: string, description: string, properties: JsonObject): ToolDeclaration {
  const required = Object.keys(properties);
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
  };
}

/** The tools by which each protocol takes a submission. */
export const SUBMISSION_TOOLS: Readonly<Record<SubmissionProtocol, readonly ToolDeclaration[]>> = {
  single: [
    declare(SUBMIT_TOOL, 'Hand in everything at once. One submission an episode.', {
      data_jsonl: text('The records in full, one JSON object a line'),
      metadata_json: METADATA,
      run_log: LOG,
    }),
  ],
  chunked: [
    declare('append_rows', 'Add records to what will be handed in. May be called any number of times.', {
      data_jsonl: text('Records in full, one JSON object a line'),
    }),
    declare('finish', 'Hand in the rows appended so far. One submission an episode.', {
      metadata_json: METADATA,
      run_log: LOG,
    }),
  ],
  'by-id': [
    declare('submit_ids', 'Hand in the record_id of every record. One submission an episode.', {
      record_ids: { type: 'array', items: { type: 'string' }, description: 'One record_id for each record' },
      metadata_json: METADATA,
      run_log: LOG,
    }),
  ],
};

/** How a protocol asks a model to hand its work in: one paragraph of an instruction. */
export function submissionInstructions(protocol: SubmissionProtocol): string {
  switch (protocol) {
    case 'single':
      return 'Hand in with one call of submit_results(data_jsonl, metadata_json, run_log). data_jsonl holds every record in full, one JSON object a line.';
    case 'chunked':
      return 'Hand in with append_rows(data_jsonl), as often as you like, some records in full at a time, one JSON object a line; then call finish(metadata_json, run_log) once. There is no submit_results.';
    case 'by-id':
      return 'Hand in with one call of submit_ids(record_ids, metadata_json, run_log). record_ids lists the record_id of every record, and the environment writes the data file from it. There is no submit_results.';
  }
}

/** What an arm makes of one call: an answer of its own, or the arguments of the one `submit_results`. */
export type ArmStep =
  | { readonly outcome: LedgerEntry['outcome']; readonly result: ToolResult }
  | { readonly submit: JsonObject };

/** The tools of one protocol other than `single`, with what they hold for one episode. */
export type SubmissionArm = ReadonlyMap<string, (args: JsonValue) => ArmStep>;

const rejected = (result: ToolResult): ArmStep => ({ outcome: 'rejected', result });

/** Opens an arm for one episode. */
export function openArm(protocol: Exclude<SubmissionProtocol, 'single'>): SubmissionArm {
  return protocol === 'chunked' ? chunkedArm() : byIdArm();
}

function chunkedArm(): SubmissionArm {
  let rows = '';
  let lines = 0;
  const append = (args: JsonValue): ArmStep => {
    const read = readArguments(args, { data_jsonl: 'text' });
    if (!read.ok) return rejected(toolError('invalid-arguments', read.message));
    const piece = read.values.data_jsonl;
    if (rows.length + piece.length >= SUBMISSION_CHARACTERS) {
      const message = `An episode holds at most ${SUBMISSION_CHARACTERS} characters of rows`;
      return rejected(toolError('submission-too-large', message));
    }
    const join = rows === '' || rows.endsWith('\n') || piece === '' ? '' : '\n';
    rows += join + piece;
    const taken = piece.split('\n').filter((line) => line.trim() !== '').length;
    lines += taken;
    return {
      outcome: 'ok',
      result: { value: { accepted: true, lines: taken, lines_held: lines }, isError: false },
    };
  };
  const finish = (args: JsonValue): ArmStep => {
    const read = readArguments(args, { metadata_json: 'text', run_log: 'text' });
    if (!read.ok) return rejected(toolError('invalid-arguments', read.message));
    return { submit: { data_jsonl: rows, ...read.values } };
  };
  return new Map([
    ['append_rows', append],
    ['finish', finish],
  ]);
}

function byIdArm(): SubmissionArm {
  const submit = (args: JsonValue): ArmStep => {
    const read = readArguments(args, { record_ids: 'texts', metadata_json: 'text', run_log: 'text' });
    if (!read.ok) return rejected(toolError('invalid-arguments', read.message));
    const { record_ids, ...rest } = read.values;
    const lines = record_ids.map((id) => `${JSON.stringify({ record_id: id })}\n`);
    return { submit: { data_jsonl: lines.join(''), ...rest } };
  };
  return new Map([['submit_ids', submit]]);
}
