import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { byCodePoint, canonicalJson } from '../../core/canonical.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { Random } from '../../core/random.ts';
import { type DeclaredSubmission, editsOf } from './edits-of.ts';
import { pathText, placesOf, valueAt, withValue } from './places.ts';
import { schemaEdits } from './schema-edits.ts';
import { generate } from './schema-values.ts';
import { falsifyTask, type TaskFalsification } from './search.ts';
import { differences, shrink } from './shrink.ts';

const PATCH = `--- a/sum.py
+++ b/sum.py
@@ -1,2 +1,2 @@ def sum_of(a, b):
 def sum_of(a, b):
-    return a - b
+    return a + 1 * b
`;

const SCHEMA: JsonObject = {
  type: 'object',
  required: ['city', 'days'],
  properties: {
    city: { type: 'string' },
    unit: { enum: ['C', 'F'] },
    days: { type: 'array', items: { $ref: '#/$defs/day' }, minItems: 1 },
  },
  $defs: { day: { type: 'object', required: ['high'], properties: { high: { type: 'integer' } } } },
};

/** One correct submission a kind, with a scorer that cannot see one thing, and the edits that it then must accept. */
const PLANTED: readonly {
  readonly declared: DeclaredSubmission;
  readonly correct: JsonValue;
  readonly seen: (submission: JsonValue) => JsonValue;
  readonly blindTo: string;
}[] = [
  {
    declared: { kind: 'text' },
    correct: '-5 C',
    seen: (text) => String(text).replace('-', ''),
    blindTo: 'sign_dropped',
  },
  {
    declared: { kind: 'records' },
    correct: [
      { id: 'a', value: 1 },
      { id: 'b', value: 2 },
    ],
    seen: (rows) =>
      [...new Set((rows as JsonValue[]).map((row) => canonicalJson(row)))].toSorted(byCodePoint),
    blindTo: 'repeat_item',
  },
  {
    declared: { kind: 'calls' },
    correct: [{ name: 'f', arguments: { x: 1 } }],
    seen: (calls) => (calls as { name?: string }[]).map(({ name = '' }) => name),
    blindTo: 'change_number',
  },
  {
    declared: { kind: 'actions' },
    correct: { actions: [{ name: 'set', kwargs: { to: 'x' } }], replies: ['done'] },
    seen: (submission) => (submission as JsonObject)['actions'] ?? null,
    blindTo: 'change_text',
  },
  {
    declared: { kind: 'patch' },
    correct: PATCH,
    seen: (patch) => String(patch).replaceAll(/\d/g, '0'),
    blindTo: 'change_digit',
  },
  {
    declared: { schema: SCHEMA },
    correct: { city: 'Oslo', unit: 'C', days: [{ high: 3 }, { high: 4 }] },
    seen: (submission) => (submission as JsonObject)['city'] ?? null,
    blindTo: 'leave_out',
  },
];

function search(
  declared: DeclaredSubmission,
  correct: JsonValue,
  seen: (submission: JsonValue) => JsonValue,
): Promise<TaskFalsification> {
  const wanted = canonicalJson(seen(correct));
  return falsifyTask({
    task: 't',
    correct,
    correctScore: 1,
    resolution: 1e-9,
    edits: editsOf(declared, 'degrading'),
    seed: 0,
    candidates: 120,
    score: (submission) => Promise.resolve(canonicalJson(seen(submission)) === wanted ? 1 : 0),
  });
}

verifies('falsify.finds.planted', async () => {
  for (const { declared, correct, seen, blindTo } of PLANTED) {
    const blind = await search(declared, correct, seen);
    expect(blind.pairs.map(({ edits }) => edits.join(' '))).toContain(blindTo);
    const sound = await search(declared, correct, (submission) => submission);
    expect([sound.hits, sound.scored > 5]).toEqual([0, true]);
  }
});

verifies('falsify.seed.reproduces', async () => {
  for (const { declared, correct, seen } of PLANTED) {
    expect(await search(declared, correct, seen)).toEqual(await search(declared, correct, seen));
  }
});

verifies('falsify.pair.minimal', async () => {
  const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);
  await fc.assert(
    fc.asyncProperty(json, json, fc.integer({ min: 0, max: 50 }), async (correct, found, blind) => {
      fc.pre(canonicalJson(correct) !== canonicalJson(found));
      const holds = (submission: JsonValue): Promise<boolean> =>
        Promise.resolve(submission === found || canonicalJson(submission).length % 51 !== blind);
      const small = await shrink(correct, found, holds);
      expect(canonicalJson(small)).not.toBe(canonicalJson(correct));
      expect(await holds(small)).toBe(true);
      expect(differences(correct, small).length).toBeLessThanOrEqual(differences(correct, found).length);
      expect(canonicalJson(await shrink(correct, small, holds))).toBe(canonicalJson(small));
    }),
  );
});

test('a pair keeps one difference where one is enough, and names its place', async () => {
  const correct = [{ name: 'f', arguments: { x: 1, y: 'km', z: [1, 2] } }];
  const found = [{ name: 'f', arguments: { x: 7, y: 'mi', z: [1, 3], q: 0 } }];
  const small = await shrink(correct, found, () => Promise.resolve(true));
  expect(differences(correct, small).map(pathText)).toHaveLength(1);
});

property.prop([fc.jsonValue({ maxDepth: 3 }), fc.string()])(
  'an edit never changes the submission that it is given, and gives JSON or nothing',
  (value, seed) => {
    const submission = JSON.parse(JSON.stringify(value)) as JsonValue;
    const before = JSON.stringify(submission);
    for (const kind of ['text', 'records', 'patch'] as const) {
      for (const edit of [...editsOf({ kind }, 'degrading'), ...editsOf({ kind }, 'equivalent')]) {
        const made = edit.apply(submission, new Random(seed));
        if (made !== undefined) expect(() => canonicalJson(made)).not.toThrow();
      }
    }
    expect(JSON.stringify(submission)).toBe(before);
  },
);

property.prop([fc.jsonValue({ maxDepth: 3 })])(
  'every place can be replaced and nothing else moves',
  (value) => {
    const document = JSON.parse(JSON.stringify(value)) as JsonValue;
    for (const { path } of placesOf(document)) {
      const changed = withValue(document, path, 'here');
      expect(valueAt(changed, path)).toBe('here');
      expect(canonicalJson(withValue(changed, path, valueAt(document, path)))).toBe(canonicalJson(document));
    }
  },
);

property.prop([fc.string()])('what a schema edit makes is allowed by the schema', (seed) => {
  const random = new Random(seed);
  const submission = generate(SCHEMA, SCHEMA, random);
  for (const edit of schemaEdits(SCHEMA)) {
    const made = edit.apply(submission, random) as JsonObject | undefined;
    if (made === undefined) continue;
    expect(typeof made['city']).toBe('string');
    expect(['C', 'F', undefined]).toContain(made['unit']);
    const days = made['days'] as readonly JsonObject[];
    expect(days.length).toBeGreaterThan(0);
    for (const { high } of days) expect(Number.isInteger(high)).toBe(true);
  }
});

test('a reference that leads back to itself, or out of the schema, is refused', () => {
  const random = new Random(0);
  const loop: JsonObject = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } };
  expect(() => generate(loop, loop, random)).toThrow(expect.objectContaining({ code: 'invalid-schema' }));
  const out: JsonObject = { $ref: 'https://example.org/schema.json' };
  expect(() => generate(out, out, random)).toThrow(expect.objectContaining({ code: 'invalid-schema' }));
});
