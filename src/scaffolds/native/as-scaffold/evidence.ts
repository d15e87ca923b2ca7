import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { HarnessAdapter } from '../contracts.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text as it is; bytes that are no text as Base64, which the name then says. */
function put(evidence: Record<string, string>, name: string, bytes: Uint8Array): void {
  try {
    evidence[name] = UTF8.decode(bytes);
  } catch {
    evidence[`${name}.base64`] = Buffer.from(bytes).toString('base64');
  }
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Clock readings, which no digest covers. */
const CLOCKS = 'timing.jsonl';

/**
 * What a run left, as text by path: `boundary/` as the gateway logged it, which can be read again as such, and `records/`
 * with what the harness itself wrote down of its session.
 */
export function evidenceOf(folder: string, adapter: HarnessAdapter): Readonly<Record<string, string>> {
  const evidence: Record<string, string> = {};
  const boundary = join(folder, 'boundary');
  for (const file of filesBelow(boundary).filter((name) => name !== CLOCKS)) {
    put(evidence, `boundary/${file}`, readFileSync(join(boundary, file)));
  }
  const home = join(folder, 'files', 'home');
  for (const { files } of adapter.records(filesBelow(home))) {
    for (const file of files) put(evidence, `records/${file}`, readFileSync(join(home, file)));
  }
  return evidence;
}
