import type { z } from 'zod';
import type { JsonValue } from '../json.ts';

/** JSON values are left as they are: their type never ends. */
type DeepReadonly<T> = T extends object
  ? string extends keyof T
    ? { readonly [key: string]: JsonValue extends T[keyof T] ? T[keyof T] : DeepReadonly<T[keyof T]> }
    : { readonly [K in keyof T]: DeepReadonly<T[K]> }
  : T;

/** The same type to the last optional and readonly field, where mutual assignability would forgive a missing one. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type IsSchemaOf<T, S extends z.ZodType> =
  Same<DeepReadonly<z.output<S>>, DeepReadonly<T>> extends true ? unknown : { readonly differsFrom: T };

/**
 * Accepts a schema only when the values that it lets through are exactly the type `T`, both ways, so that a contract
 * and its schema cannot drift apart. Readonly modifiers, which no JSON has, are left out of the comparison.
 */
export function schemaOf<T>(): <S extends z.ZodType>(schema: S & IsSchemaOf<T, S>) => S {
  return (schema) => schema;
}
