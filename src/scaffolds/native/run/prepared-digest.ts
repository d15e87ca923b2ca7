import { digestOf } from '../../../core/digest.ts';
import type { JsonValue } from '../../../core/json.ts';
import type { PreparedRun } from '../contracts.ts';

/** What stands in place of the token, which differs in every run and is nobody's business. */
const TOKEN = '{token}';

/** Digest of everything that a harness is given for its first turn, less the token of the run. */
export function preparedDigest(prepared: PreparedRun, token: string): string {
  const { files, env, first } = prepared;
  const plain: JsonValue = {
    files: files.map(({ path, text, executable }) => ({ path, text, executable: executable ?? false })),
    env: { ...env },
    first: [...first],
  };
  return digestOf(JSON.parse(JSON.stringify(plain).replaceAll(token, TOKEN)) as JsonValue);
}
