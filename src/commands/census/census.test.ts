import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { targetNames } from '../bridge/target-definitions.ts';
import { census } from './census.ts';

async function within<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-census-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that sends every benchmark with a shim to an interpreter that is not there. */
const nowhere = targetNames()
  .map((name) => `[${name}]\npython = "/no/such/python"\n`)
  .join('');

verifies('bridge.census.labelled', () =>
  within(async (folder) => {
    const root = join(folder, 'webarena');
    mkdirSync(join(root, 'evaluation_harness'), { recursive: true });
    writeFileSync(join(root, 'evaluation_harness/evaluators.py'), 'pass\n');
    const roots = join(folder, 'roots.toml');
    writeFileSync(roots, `${nowhere}[webarena]\nroot = "${root}"\n[osworld]\nroot = "${folder}"\n`);
    const { rows, executed, source, notProbed } = await census({ roots });
    expect(rows).toHaveLength(9);
    expect(executed + source + notProbed).toBe(9);
    expect([executed, source]).toEqual([1, 1]);
    const row = (name: string) => rows.find((each) => each.name === name);
    expect(row('webarena')).toMatchObject({
      evidence: 'source',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(row('osworld')).toMatchObject({ evidence: 'not-probed', digest: null });
    expect(row('bfcl')?.detail).toContain('--python');
    expect(row('toolbench')).toMatchObject({ evidence: 'not-probed', falseAccepts: null, inPart: false });
  }),
);

test('a table that names no benchmark of the census is refused', () =>
  within(async (folder) => {
    const roots = join(folder, 'roots.toml');
    writeFileSync(roots, '[chess]\nroot = "x"\n');
    await expect(census({ roots })).rejects.toMatchObject({ code: 'unknown-benchmark', exitCode: 2 });
  }));
