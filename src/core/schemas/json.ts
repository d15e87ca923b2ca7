import { z } from 'zod';
import type { JsonObject, JsonValue } from '../json.ts';

/** Any JSON value. Numbers are finite. */
export const JsonValueSchema: z.ZodType<JsonValue> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(JsonValueSchema), JsonObjectSchema]),
);

export const JsonObjectSchema: z.ZodType<JsonObject> = z.record(z.string(), JsonValueSchema);

/** SHA-256 in lower-case hexadecimal. */
export const DigestSchema = z.string().regex(/^[0-9a-f]{64}$/);

export const CountSchema = z.int().nonnegative();
