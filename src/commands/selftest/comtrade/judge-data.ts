import type { PythonDict, PythonValue } from '../../../core/python/value.ts';
import { isDict } from '../../../core/python/value.ts';
import { writePythonJson } from '../../../core/python/write-json.ts';
import { COMTRADE_DEFINITIONS, type ComtradeDefinition } from '../../../tasks/comtrade/definitions.ts';
import { publishedTaskOf } from '../../../tasks/comtrade/published/index.ts';
import { NotUnderstood } from './expectation.ts';

const EMPTY: PythonDict = new Map();
const FABRICATED_ID_DIGITS = 6;

function shown(value: PythonValue | undefined): string {
  return value === undefined ? 'nothing' : writePythonJson(value);
}

/** A field of a vector that must be an integer, or a default where it may be left out. */
function count(part: PythonDict, field: string, absent?: number): number {
  const value = part.get(field) ?? absent;
  if (typeof value === 'number' && value >= 0) return value;
  throw new NotUnderstood(`${field} should be an integer from 0 on, not ${shown(part.get(field))}`);
}

function list(value: PythonValue | undefined, what: string): readonly PythonValue[] {
  if (Array.isArray(value)) return value;
  throw new NotUnderstood(`${what} should be a list, not ${shown(value)}`);
}

export function definitionOf(id: PythonValue | undefined): ComtradeDefinition {
  const definition = COMTRADE_DEFINITIONS.find((candidate) => candidate.id === id);
  if (definition) return definition;
  throw new NotUnderstood(`there is no task ${shown(id)}`);
}

function records(id: PythonValue | undefined): readonly PythonDict[] {
  const { records: rows = [] } = publishedTaskOf(definitionOf(id)).truth?.(0) ?? {};
  return rows.map((row) => new Map(Object.entries(row)) as PythonDict);
}

function recordRange(part: PythonDict, task: PythonValue | undefined): readonly PythonDict[] {
  const all = records(task);
  const to = count(part, 'to', all.length);
  if (to > all.length) throw new NotUnderstood(`there is no record ${to - 1}`);
  return all.slice(count(part, 'from', 0), to);
}

function recordsAt(part: PythonDict): readonly PythonDict[] {
  const all = records(part.get('task'));
  return list(part.get('indexes'), 'indexes').map((index) => {
    const record = all[Number(index)];
    if (record) return record;
    throw new NotUnderstood(`there is no record ${shown(index)}`);
  });
}

function fabricated(part: PythonDict): readonly PythonDict[] {
  const { query } = definitionOf(part.get('fabricated'));
  return Array.from({ length: count(part, 'n') }, (_, i) => {
    return new Map<string, PythonValue>([
      ...Object.entries(query),
      ['cmdCode', query.hs],
      ['tradeValue', (i * 7919) % 1_000_000],
      ['netWeight', (i * 104_729) % 50_000],
      ['qty', (i * 1_299_709) % 10_000],
      ['record_id', `FAKE-${String(i).padStart(FABRICATED_ID_DIGITS, '0')}`],
    ]);
  });
}

function patched(part: PythonDict): readonly PythonDict[] {
  const set = part.get('set') ?? EMPTY;
  if (!isDict(set)) throw new NotUnderstood(`set should be an object, not ${shown(set)}`);
  return recordRange(part, part.get('patch')).map((record) => new Map([...record, ...set]));
}

function literal(part: PythonDict): readonly string[] {
  return list(part.get('lines'), 'lines').map((line) => {
    if (typeof line === 'string') return line;
    throw new NotUnderstood(`a line should be a text, not ${shown(line)}`);
  });
}

const PARTS: readonly {
  readonly names: readonly string[];
  readonly lines: (part: PythonDict) => readonly string[];
}[] = [
  {
    names: ['canon', 'from', 'to'],
    lines: (part) => recordRange(part, part.get('canon')).map(writePythonJson),
  },
  { names: ['indexes', 'task'], lines: (part) => recordsAt(part).map(writePythonJson) },
  { names: ['fabricated', 'n'], lines: (part) => fabricated(part).map(writePythonJson) },
  { names: ['patch', 'from', 'to', 'set'], lines: (part) => patched(part).map(writePythonJson) },
  { names: ['lines'], lines: literal },
];

function linesOf(part: PythonValue): readonly string[] {
  if (!isDict(part)) throw new NotUnderstood(`a part should be an object, not ${shown(part)}`);
  const kind = PARTS.find(({ names }) => part.has(names[0] as string));
  const unknown = [...part.keys()].find((name) => !kind?.names.includes(name));
  if (kind && unknown === undefined) return kind.lines(part);
  throw new NotUnderstood(`there is no kind of part with the fields ${[...part.keys()].join(', ')}`);
}

/** The data file that a vector describes: the lines of its parts with LF between, then its `end`. */
export function dataFrom(data: PythonValue | undefined): string {
  if (!isDict(data)) throw new NotUnderstood(`data should be an object, not ${shown(data)}`);
  const unknown = [...data.keys()].find((name) => name !== 'parts' && name !== 'end');
  if (unknown !== undefined) throw new NotUnderstood(`data has a field that is not understood: ${unknown}`);
  const end = data.get('end') ?? '';
  if (typeof end !== 'string') throw new NotUnderstood(`end should be a text, not ${shown(end)}`);
  return list(data.get('parts'), 'parts').flatMap(linesOf).join('\n') + end;
}
