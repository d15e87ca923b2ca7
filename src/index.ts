/** The public API: every command as a typed function, and the contracts that plug into it. Listed by hand. */

export type * from './core/contracts/index.ts';
export { type ErrorKind, MeasurandError } from './core/errors.ts';
export type { JsonObject, JsonValue } from './core/json.ts';
