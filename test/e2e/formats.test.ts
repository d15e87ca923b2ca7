import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchemaValidator } from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { beforeAll, expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { measurand, ROOT, temporaryFolder } from './program.ts';

const folder = temporaryFolder();
const report = join(folder.path, 'report');
const archive = join(folder.path, 'archive');

const validators = new Map<string, JsonSchemaValidator<unknown>>();

/** What an independent validator objects to, by the schema as it is published. */
function objections(name: string, value: unknown): string | undefined {
  let validate = validators.get(name);
  if (!validate) {
    const schema = readFileSync(join(ROOT, 'schemas', `${name}-1.schema.json`), 'utf8');
    validate = new AjvJsonSchemaValidator().getValidator(JSON.parse(schema) as Record<string, unknown>);
    validators.set(name, validate);
  }
  return validate(value).errorMessage;
}

const jsonAt = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'));

beforeAll(async () => {
  const grid = ['grid', '--tasks', 'T3_duplicates,T4_rate_limit_429', '--archive', archive, '--traces'];
  const ran = await Promise.all([
    measurand(['audit', 'comtrade', '--out', report]),
    measurand(['run', ...grid]),
  ]);
  expect(ran.map(({ code, err }) => [code, code === 0 ? '' : err])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  return () => folder[Symbol.dispose]();
});

verifies('formats.files.match', async () => {
  expect(objections('audit', jsonAt(report, 'audit.json'))).toBeUndefined();
  expect(objections('cards', jsonAt(report, 'card.json'))).toBeUndefined();
  expect(objections('archive', jsonAt(archive, 'manifest.json'))).toBeUndefined();
  expect(objections('timing', jsonAt(archive, 'timing.json'))).toBeUndefined();
  const segments = join(archive, 'segments');
  const lines = readdirSync(segments).flatMap((name) =>
    readFileSync(join(segments, name), 'utf8').trimEnd().split('\n'),
  );
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) expect(objections('segment', JSON.parse(line))).toBeUndefined();
  const { analysis } = JSON.parse((await measurand(['run', 'b1', '--json'])).out) as { analysis: unknown };
  expect(objections('study-analysis', analysis)).toBeUndefined();
});

verifies('cli.json.one-document', async () => {
  const printed = await measurand(['audit', 'comtrade', '--json']);
  expect([printed.code, printed.err]).toEqual([0, '']);
  expect(JSON.parse(printed.out)).toEqual(jsonAt(report, 'audit.json'));
  const summed = await measurand(['report', archive, '--json']);
  expect(summed.code).toBe(0);
  const document = JSON.parse(summed.out) as unknown;
  expect(document).toHaveProperty('stats.root');
  expect(objections('study-report', document)).toBeUndefined();
});
