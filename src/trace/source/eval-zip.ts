import { MeasurandError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
export async function inspectArchive(path: string): Promise<JsonObject> {
  throw new MeasurandError('unknown-format', 'zip', { file: path });
}
