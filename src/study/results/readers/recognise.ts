import { isJsonObject } from '../../../core/json.ts';
import { TRACE_READERS } from '../../../trace/readers/index.ts';
import { firstBytes } from '../../../trace/source/chunks.ts';
import { parsed } from '../../../trace/source/json-lines.ts';
import { headKeys } from './head-keys.ts';
import { isLong } from './matrix/long.ts';

const HEAD_BYTES = 1 << 16;

const has = (keys: ReadonlySet<string>, ...paths: readonly string[]): boolean =>
  paths.every((path) => keys.has(path));

/** Forms of one JSON document, by members that only they have together. */
const DOCUMENTS: readonly (readonly [string, (keys: ReadonlySet<string>) => boolean])[] = [
  ['inspect-json', (keys) => has(keys, 'version', 'status', 'eval')],
  [
    'promptfoo',
    (keys) => has(keys, 'results.version', 'results.timestamp') || has(keys, 'evalId', 'results'),
  ],
  ['swebench-report', (keys) => has(keys, 'total_instances', 'resolved_instances')],
  ['tau2-bench', (keys) => has(keys, 'info.agent_info') && (keys.has('tasks') || keys.has('simulations'))],
  [
    'tau2-submission',
    (keys) =>
      has(keys, 'model_name', 'results') && [...keys].some((key) => /^results\.\w+\.pass_\d+$/.test(key)),
  ],
  ['swebench-predictions', (keys) => [...keys].some((key) => /^(?:[^.]+\.|\[\]\.)?model_patch$/.test(key))],
  ['tau-bench', (keys) => has(keys, '[].task_id', '[].reward')],
  ['trace', (keys) => has(keys, 'schema_version', 'steps') && keys.has('agent.name')],
  ['trace', (keys) => has(keys, 'resourceSpans')],
  ['matrix-json', (keys) => has(keys, '[].task', '[].score')],
  [
    'matrix-json',
    (keys) =>
      keys.size > 1 &&
      [...keys].every((key) => key === '' || /^[^.[\]]+(?:\[\])*$/.test(key)) &&
      [...keys].some((key) => /^[^.[\]]+\[\]\[\]$/.test(key)),
  ],
];

/** Which form of results a file holds, by its first bytes; undefined for none that is read. @throws MeasurandError `unreadable-file` */
export function recognise(path: string): string | undefined {
  const head = firstBytes(path, HEAD_BYTES);
  if (head.subarray(0, 4).toString('latin1') === 'PAR1') return 'matrix-parquet';
  if (head.length >= 4 && head.readUInt32LE(0) === 0x04034b50) return 'inspect-eval';
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text.startsWith('{') || text.startsWith('[')) {
    const lines = path.endsWith('.jsonl');
    const keys = headKeys(lines ? (text.split('\n', 1)[0] ?? '') : text);
    if (lines && isLong([...keys])) return 'matrix-jsonl';
    return DOCUMENTS.find(([, is]) => is(keys))?.[0];
  }
  return /\.[ct]sv$/i.test(path) && text.includes('\n') ? 'matrix-csv' : undefined;
}

/** Whether the first lines of a file look like those of a harness's session. @throws MeasurandError `unreadable-file` */
export function isSession(path: string): boolean {
  const [first = ''] = firstBytes(path, HEAD_BYTES).toString('utf8').split('\n', 1);
  const { value } = parsed(first);
  return isJsonObject(value) && TRACE_READERS.some((reader) => reader.claims(value));
}
