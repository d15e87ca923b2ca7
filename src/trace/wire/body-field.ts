import { MeasurandError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { BodyPath } from './request-view.ts';

const written = (path: BodyPath): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '') || 'body';

const kindOf = (value: JsonValue | undefined): string => {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

/** One field of a request body, which knows where it stands, so that whatever is wrong with it can be named. */
export class BodyField {
  readonly value: JsonValue | undefined;
  readonly path: BodyPath;

  constructor(value: JsonValue | undefined, path: BodyPath = []) {
    this.value = value;
    this.path = path;
  }

  /** Absent and null are the same to every protocol. */
  get absent(): boolean {
    return this.value === undefined || this.value === null;
  }

  refuse(wanted: string): MeasurandError {
    return new MeasurandError('invalid-request', `wanted ${wanted}, found ${kindOf(this.value)}`, {
      field: written(this.path),
    });
  }

  /** @throws MeasurandError `invalid-request` */
  object(): JsonObject {
    if (!isJsonObject(this.value)) throw this.refuse('an object');
    return this.value;
  }

  /** A field of this object. */
  get(key: string): BodyField {
    const object = this.object();
    return new BodyField(Object.hasOwn(object, key) ? object[key] : undefined, [...this.path, key]);
  }

  /** Of a list, or none where the field is absent. */
  items(): readonly BodyField[] {
    if (this.absent) return [];
    if (!Array.isArray(this.value)) throw this.refuse('a list');
    return this.value.map((item: JsonValue, i) => new BodyField(item, [...this.path, i]));
  }

  text(): string {
    if (typeof this.value !== 'string') throw this.refuse('text');
    return this.value;
  }

  optionalText(): string | undefined {
    return this.absent ? undefined : this.text();
  }

  /** @throws MeasurandError `invalid-request` for anything but true, false or absent */
  flag(): boolean | undefined {
    if (this.absent) return undefined;
    if (typeof this.value !== 'boolean') throw this.refuse('true or false');
    return this.value;
  }

  /** A JSON Schema, which may be absent. */
  schema(): JsonObject | null {
    return this.absent ? null : this.object();
  }
}
