import { isJsonObject, type JsonValue } from '../../../../core/json.ts';
import { fileChunks } from '../../../../trace/source/chunks.ts';
import { jsonLines } from '../../../../trace/source/json-lines.ts';
import { jsonParts } from '../../../../trace/source/json-parts.ts';
import { textAt } from '../../fields.ts';
import type { ResultProblem } from '../../run.ts';

/** What a model handed in for one instance. */
export interface Prediction {
  readonly instance: string;
  readonly model: string;
  /** Empty where there is none. */
  readonly patch: string;
  /** Line or place in its file. */
  readonly record: string;
}

function predictionOf(value: JsonValue | undefined, record: string, key?: string): Prediction | undefined {
  const instance = textAt(value, 'instance_id') ?? key;
  const model = textAt(value, 'model_name_or_path');
  if (!isJsonObject(value) || instance === undefined || model === undefined) return undefined;
  return { instance, model, patch: textAt(value, 'model_patch') ?? '', record };
}

function* valuesOf(path: string): Generator<{
  readonly value?: JsonValue | undefined;
  readonly trouble?: { readonly code: string; readonly what: string } | undefined;
  readonly record: string;
  readonly key?: string;
}> {
  if (path.endsWith('.jsonl')) {
    for (const { value, trouble, position } of jsonLines(fileChunks(path), path))
      yield { value, trouble, record: `line ${position.line}` };
    return;
  }
  for (const { path: key, index, value, trouble } of jsonParts(fileChunks(path), { lists: [''] }))
    yield {
      value,
      trouble,
      record: index === undefined ? key : `[${index}]`,
      ...(index === undefined ? { key } : {}),
    };
}

/** Predictions of a file: one a line, a list, or an object by instance. What is none is told to `onProblem`. */
export function* predictionsOf(
  path: string,
  onProblem: (problem: ResultProblem) => void,
): Generator<Prediction> {
  for (const { value, trouble, record, key } of valuesOf(path)) {
    const prediction = trouble ? undefined : predictionOf(value, record, key);
    if (prediction) yield prediction;
    else
      onProblem({
        ...(trouble ?? { code: 'not-understood', what: 'is no prediction', field: 'instance_id' }),
        record,
      });
  }
}
