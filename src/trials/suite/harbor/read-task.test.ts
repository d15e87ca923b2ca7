import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { MeasurandError } from '../../../core/errors.ts';
import { readTask } from './read-task.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-tasks-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(scratch, 'task-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const PLAIN = { 'task.toml': 'version = "1.0"\n', 'instruction.md': 'Do it.\n' };

const codeOf = (folder: string): string => {
  try {
    readTask(folder);
    return 'read';
  } catch (error) {
    return error instanceof MeasurandError ? `${error.code} ${error.message}` : `bare ${String(error)}`;
  }
};

test('a task of one turn, and one of steps in the order of their tables', () => {
  expect(readTask(folderOf(PLAIN))).toMatchObject({ prompts: ['Do it.\n'], last: '' });
  const steps = readTask(
    folderOf({
      'task.toml': 'schema_version = "1.4"\n[[steps]]\nname = "b"\n[[steps]]\nname = "a"\n',
      'steps/a/instruction.md': 'Second.',
      'steps/b/instruction.md': 'First.',
    }),
  );
  expect(steps).toMatchObject({ prompts: ['First.', 'Second.'], last: 'steps/a/' });
});

verifies('trial.harbor.hostile', () => {
  const outside = folderOf({ 'secret.txt': 'secret' });
  const linked = folderOf(PLAIN);
  symlinkSync(join(outside, 'secret.txt'), join(linked, 'notes.md'));
  const linkedFolder = folderOf(PLAIN);
  symlinkSync(outside, join(linkedFolder, 'tests'));
  const giant = folderOf({ ...PLAIN, 'environment/disk.img': '' });
  truncateSync(join(giant, 'environment/disk.img'), 2 ** 40);
  const longPrompt = folderOf({ ...PLAIN, 'instruction.md': 'x'.repeat(1_048_577) });
  const deep = folderOf({ ...PLAIN, [`${'d/'.repeat(40)}x`]: '' });
  const expected: readonly (readonly [string, string])[] = [
    [join(scratch, 'nowhere'), 'not-a-task'],
    [folderOf({ 'instruction.md': 'Do it.' }), 'not-a-task'],
    [folderOf({ 'task.toml': 'version = "1.0"' }), 'not-a-task'],
    [folderOf({ ...PLAIN, 'task.toml': 'version = "1.0' }), 'task-toml'],
    [folderOf({ ...PLAIN, 'task.toml': Buffer.from([0xff, 0xfe, 0x00]) }), 'task-not-text'],
    [folderOf({ ...PLAIN, 'task.toml': '[agent]\ntimeout_sec = "soon"' }), 'field agent.timeout_sec'],
    [folderOf({ ...PLAIN, 'task.toml': '[[steps]]\nname = "../../etc"' }), 'field steps.0.name'],
    [folderOf({ ...PLAIN, 'task.toml': '[verifier.env]\n"-S x" = "y"' }), 'task-toml'],
    [folderOf({ ...PLAIN, 'instruction.md': Buffer.from([0xc3, 0x28]) }), 'task-not-text'],
    [linked, 'task-unsafe'],
    [linkedFolder, 'task-unsafe'],
    [giant, 'task-too-large'],
    [longPrompt, 'task-too-large'],
    [deep, 'task-too-large'],
  ];
  for (const [folder, code] of expected) expect(codeOf(folder), code).toContain(code);
  expect(() => readTask(folderOf(PLAIN), { files: 1, bytes: 1000 })).toThrow('more than 1 files');
});

const toml = folderOf(PLAIN);

property.prop([fc.string({ unit: 'binary', maxLength: 200 })], { numRuns: 100 })(
  'whatever task.toml holds, it is read or refused by a code',
  (text) => {
    writeFileSync(join(toml, 'task.toml'), text);
    expect(codeOf(toml)).toMatch(/^(?:read|task-toml )/);
  },
);
