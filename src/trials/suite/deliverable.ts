import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { AbstractMove } from '../../scaffolds/native/contracts.ts';
import type { RunEvidence } from '../criteria/evidence.ts';

/** A file that a run left, read as a JSON object; empty when it is missing or anything else. */
export function jsonLeft({ happened }: RunEvidence, path: string): JsonObject {
  try {
    const value: unknown = JSON.parse(happened?.after[path]?.text ?? 'null');
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The move that writes a JSON object as one line. */
export const writeJson = (path: string, value: JsonObject): Extract<AbstractMove, { move: 'writeFile' }> => ({
  move: 'writeFile',
  path,
  text: `${JSON.stringify(value)}\n`,
});

/** The text of a file that a run left; empty when it is missing or no text. */
export const textLeft = ({ happened }: RunEvidence, path: string): string =>
  happened?.after[path]?.text ?? '';
