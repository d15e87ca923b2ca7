import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DoctorReport } from '../../src/commands/doctor/doctor.ts';
import { verifies } from '../requirements.ts';
import { measurand, temporaryFolder } from './program.ts';

/** A PATH that holds only what is given, each a shell script. */
function pathWith(folder: string, programs: Readonly<Record<string, string>>): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync('/bin/sh', join(bin, 'sh'));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

async function doctorOn(
  programs: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ code: number | null; report: DoctorReport; err: string }> {
  using folder = temporaryFolder();
  const env = { PATH: pathWith(folder.path, programs), MEASURAND_CACHE: join(folder.path, 'cache') };
  const { code, out, err } = await measurand(['doctor', '--json', ...args], { env });
  return { code, err, report: JSON.parse(out) as DoctorReport };
}

verifies('native.doctor.exit-codes', async () => {
  const lacking = await doctorOn({ git: 'echo git version 9.9' }, '--require', 'git,codex');
  expect(lacking.code).toBe(3);
  expect(lacking.report.lacking).toEqual(['codex']);
  expect(lacking.report.items.find(({ id }) => id === 'git')).toMatchObject({ state: 'ok', required: true });
  for (const { state, next } of lacking.report.items) expect(next === undefined).toBe(state === 'ok');
  expect(lacking.report.items.find(({ id }) => id === 'codex')?.next).toContain(
    'measurand harness install codex@',
  );

  expect(await doctorOn({})).toMatchObject({ code: 0, report: { lacking: [] } });
  const broken = await doctorOn({ git: 'exit 7' });
  expect(broken.code).toBe(1);
  expect(broken.report.items.find(({ id }) => id === 'git')?.state).toBe('broken');
});

verifies('native.process.checked-first', async () => {
  const refusing = 'echo "unshare: unshare failed: Operation not permitted" >&2; exit 1';
  const { code, report } = await doctorOn({ unshare: refusing }, '--require', 'namespaces');
  expect(code).toBe(3);
  expect(report.items.find(({ id }) => id === 'namespaces')).toMatchObject({
    state: 'missing',
    detail: expect.stringContaining('Operation not permitted'),
  });
});

test('doctor says what it looks for when it is asked for something else', async () => {
  const { code, out, err } = await measurand(['doctor', '--require', 'codes']);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('Did you mean codex?');
});
