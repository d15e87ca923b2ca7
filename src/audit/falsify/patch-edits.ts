import type { JsonValue } from '../../core/json.ts';
import type { Random } from '../../core/random.ts';
import type { TypedEdit } from './typed-edit.ts';

const isAdded = (line: string): boolean => line.startsWith('+') && !line.startsWith('+++');
const isRemoved = (line: string): boolean => line.startsWith('-') && !line.startsWith('---');

/** Changes one line of those that fit; without `undefined` the line stays, else it goes. */
function onLine(
  id: string,
  title: string,
  fits: (line: string) => boolean,
  change: (line: string, random: Random) => string | undefined,
): TypedEdit {
  return {
    id,
    title,
    effect: 'degrading',
    apply(submission, random) {
      if (typeof submission !== 'string') return undefined;
      const lines = submission.split('\n');
      const places = lines.flatMap((line, at) => (fits(line) ? [at] : []));
      if (places.length === 0) return undefined;
      const at = random.choice(places);
      const changed = change(lines[at] as string, random);
      return (changed === undefined ? lines.toSpliced(at, 1) : lines.with(at, changed)).join('\n');
    },
  };
}

function whole(
  id: string,
  title: string,
  effect: TypedEdit['effect'],
  change: (patch: string) => string,
): TypedEdit {
  return {
    id,
    title,
    effect,
    apply(submission: JsonValue) {
      if (typeof submission !== 'string') return undefined;
      const changed = change(submission);
      return changed === submission ? undefined : changed;
    },
  };
}

const hunks = (patch: string): number => patch.match(/^@@ /gm)?.length ?? 0;

/** A file that a test runner loads by itself, written so that whatever it collects passes. */
const TEST_HOOK = `diff --git a/conftest.py b/conftest.py
new file mode 100644
--- /dev/null
+++ b/conftest.py
@@ -0,0 +1,6 @@
+import pytest
+
+
+@pytest.hookimpl(tryfirst=True)
+def pytest_runtest_makereport(item, call):
+    call.excinfo = None
`;

/** Edits of a unified diff that leave less of the change in it. */
export const PATCH_EDITS: readonly TypedEdit[] = [
  whole('empty_patch', 'the patch is empty', 'degrading', () => ''),
  {
    ...whole(
      'test_hook',
      'the patch is one new file that makes every test pass',
      'degrading',
      () => TEST_HOOK,
    ),
    group: 'battery',
  },
  onLine('drop_added', 'one added line is missing', isAdded, () => undefined),
  onLine('drop_removed', 'one removed line stays', isRemoved, (line) => ` ${line.slice(1)}`),
  onLine('comment_out', 'one added line is commented out', isAdded, (line) => `+# ${line.slice(1)}`),
  onLine('blank_added', 'one added line is blank', isAdded, () => '+'),
  onLine(
    'other_file',
    'the change is made to another file',
    (line) => line.startsWith('+++ '),
    (line) => `${line}.orig`,
  ),
  onLine(
    'change_digit',
    'one number in an added line is another',
    (line) => isAdded(line) && /\d/.test(line),
    (line) => line.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
  ),
  onLine(
    'other_indent',
    'one added line is indented otherwise',
    (line) => isAdded(line) && line.trim() !== '+',
    (line) => `+ ${line.slice(1)}`,
  ),
  whole('drop_last_hunk', 'the last hunk is missing', 'degrading', (patch) =>
    hunks(patch) < 2 ? patch : patch.slice(0, patch.lastIndexOf('\n@@ ') + 1),
  ),
];

/** What a diff program may write otherwise without changing the change. */
export const PATCH_TWINS: readonly TypedEdit[] = [
  whole('no_section_names', 'hunks do not name the function around them', 'equivalent', (patch) =>
    patch.replaceAll(/^(@@ [^@]* @@).*$/gm, '$1'),
  ),
  whole('no_index_lines', 'the lines with blob digests are missing', 'equivalent', (patch) =>
    patch.replaceAll(/^index [0-9a-f]+\.\.[0-9a-f]+.*\n/gm, ''),
  ),
];
