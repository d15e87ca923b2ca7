import { expect, test } from 'vitest';
import { withoutPassing } from '../first-request.ts';
import { longOutput } from '../lab-files.ts';
import { keptWhole, noteTruth, shownPart } from './long-text.ts';
import { exitCode, killedShell, overLimit, silence, tellsExitCode } from './process.ts';

test('tellsExitCode knows the forms of eight harnesses, and no other number', () => {
  for (const text of [
    'Exit code 3',
    'Process exited with code 3',
    '[exit code: 3]',
    '(Command exited with code 3)',
    'Exit Code: 3',
  ]) {
    expect(tellsExitCode(text, 3), text).toBe(true);
  }
  for (const text of ['Exit code 33', 'wrote 3 lines', 'code\n3 lines', '']) {
    expect(tellsExitCode(text, 3), text).toBe(false);
  }
});

test('process readings tell loss from success', () => {
  expect(exitCode(3)('OUT', undefined)).toEqual({ value: 'code not told', detail: { errorFlag: null } });
  expect(silence('(no output)')).toEqual({ value: 'said to have no output' });
  expect(silence('Process exited with code 0\nOutput:\n')).toEqual({ value: 'code 0, empty' });
  expect(killedShell('(no output)')).toEqual({ value: 'same as success' });
  expect(killedShell('Exit code 1')).toEqual({ value: 'told as exit code 1' });
  expect(killedShell('[killed by signal: SIGKILL]')).toEqual({ value: 'signal told' });
  expect(overLimit('PAUSE-OVER')).toEqual({ value: 'ran to its end' });
  expect(overLimit('Command timed out after 3 seconds. For more, use background: true')).toEqual({
    value: 'killed, told as time-out',
  });
  expect(overLimit('parameter "timeout" is unsupported')).toEqual({ value: 'other words' });
});

test('long output readings find which end is there, whether the kept file is whole, and whether a note lies', () => {
  const whole = longOutput();
  expect(shownPart(whole).value).toBe('whole');
  expect(shownPart(whole.slice(0, 2000)).value).toBe('head only');
  expect(shownPart(whole.slice(-2000)).value).toBe('tail only');
  expect(shownPart(whole.slice(5000, 9000)).value).toBe('neither end');
  const told = `${whole.slice(-2000)}\n(Omitted 14302 bytes. Full result stored at: /tmp/x/all.txt)`;
  expect(noteTruth(told).value).toBe('false');
  expect(noteTruth(`${whole.slice(-2000)}\nOmitted ${whole.length - 2000} bytes`).value).toBe('true');
  expect(noteTruth(whole.slice(-2000)).value).toBe('no amount told');
  expect(keptWhole(told, () => ({ text: whole })).value).toBe('path told, file whole');
  expect(keptWhole(told, () => ({ text: whole.slice(9) })).value).toBe('path told, file not whole');
  expect(keptWhole(told, () => ({ missing: 'is not there' })).value).toBe('path told, no file there');
  expect(keptWhole('nothing', () => ({ text: whole })).value).toBe('no path told');
});

test('withoutPassing maps ids, dates and clocks away, and keeps which ids are equal', () => {
  const body = (a: string, b: string, day: string) => ({ a, b, again: a, day, text: 'Exit 3 of 2000' });
  const one = body(
    '519fe030-5105-5f3c-b5fd-dcd0b4f6f0ed',
    '01a22a16-46eb-7f03-b24f-f08412e6cfcf',
    '2026-11-30',
  );
  const two = body(
    'ce8e5f6f-3b09-4c21-8e0a-9999ca452c43',
    '972dc647-de4f-4270-943b-9d18999aa15c',
    '2027-01-02',
  );
  expect(withoutPassing(one)).toBe(withoutPassing(two));
  const { a, ...rest } = one;
  expect(withoutPassing({ ...rest, a })).toBe(withoutPassing(one));
  expect(withoutPassing(one)).not.toBe(withoutPassing({ ...one, again: one.b }));
  expect(withoutPassing(one)).not.toBe(withoutPassing({ ...one, text: 'Exit 4 of 2000' }));
});
