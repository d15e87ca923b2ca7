import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { TargetAuditSchema } from '../../audit/bridge/schema.ts';
import { falsifierText } from '../../report/text/falsifier.ts';
import { auditTarget } from './audit-target.ts';
import { declaredSubmission } from './declared-submission.ts';

const FIXTURES = resolve(import.meta.dirname, '../../../test/fixtures/bridge');
const cases = join(FIXTURES, 'cases.jsonl');
const scorer = (name: string): string => `${join(FIXTURES, 'scorers.mjs')}#${name}`;

test('the search finds a minimal pair in a plain function, fails its criterion and says how to find it again', async () => {
  const audit = await auditTarget({ scorer: scorer('loose'), cases, tasks: 3, falsify: { candidates: 40 } });
  const [profile] = Object.values(audit.profiles);
  expect(profile?.measurements.falsification?.pairs.map(({ edits }) => edits[0])).toContain('sign_dropped');
  expect(profile?.card.items.criterion.verdict).toBe('fail');
  expect(TargetAuditSchema.safeParse(JSON.parse(JSON.stringify(audit))).error).toBeUndefined();
  const text = falsifierText(audit).join('\n');
  expect(text).toContain('Smallest pair');
  expect(text).toContain('--falsify 40');
});

test('a target that does not say what it is handed needs a kind or a schema', async () => {
  const opaque = { bridge: `${process.execPath} ${join(FIXTURES, 'hostile.mjs')} opaque /nowhere` };
  await expect(auditTarget({ ...opaque, falsify: { candidates: 5 } })).rejects.toMatchObject({
    code: 'undeclared-submission',
    exitCode: 2,
  });
  const audit = await auditTarget({ ...opaque, falsify: { candidates: 30 }, declared: { kind: 'text' } });
  const [profile] = Object.values(audit.profiles);
  expect(profile?.measurements.falsification).toMatchObject({ submission: 'text', tasks: 3 });
});

test('an unknown kind, a file that is no schema, and both at once are refused', () => {
  expect(declaredSubmission('calls', undefined)).toEqual({ kind: 'calls' });
  expect(declaredSubmission(undefined, undefined)).toBeUndefined();
  for (const [kind, schema, code] of [
    ['prose', undefined, 'invalid-usage'],
    ['text', cases, 'invalid-usage'],
    [undefined, cases, 'invalid-schema'],
    [undefined, join(FIXTURES, 'no-such-file.json'), 'invalid-schema'],
  ] as const) {
    expect(() => declaredSubmission(kind, schema)).toThrow(expect.objectContaining({ code }));
  }
});
