import { fc, test } from '@fast-check/vitest';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { printable, Terminal } from './terminal.ts';

let written: { out: string; err: string };

beforeEach(() => {
  written = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.err += String(text);
    return true;
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const terminal = (): Terminal => new Terminal(new AbortController().signal);
const HOSTILE = ['\u001b[2J', '\u001b]0;title\u0007', '\u009b31m', '\r', '\b', '\u202e', '\u2067', '\u007f'];
const text = fc.array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string()), { maxLength: 8 });

verifies('cli.terminal.no-escapes', () => {
  fc.assert(
    fc.property(text, (parts) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
      const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
      expect(printable(parts.join(''))).not.toMatch(controls);
      written.out = '';
      terminal().json({ [parts.join('')]: parts });
      expect(written.out).not.toMatch(controls);
      expect(JSON.parse(written.out)).toEqual({ [parts.join('')]: parts });
    }),
  );
});

test('printable keeps line feeds, tabs and every script', () => {
  expect(printable('a\tb\nÅ 漢 🎲 שלום')).toBe('a\tb\nÅ 漢 🎲 שלום');
});

verifies('cli.json.no-lost-number', () => {
  for (const lost of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => terminal().json({ deep: [{ mean: lost }] })).toThrow(
      expect.objectContaining({ code: 'non-finite', exitCode: 4 }),
    );
  }
  expect(written.out).toBe('');
});

test('printStyled lets colours and bold through and no other escape sequence', () => {
  terminal().printStyled('\u001b[1;31mFAIL\u001b[0m \u001b[2J\u001b]0;title\u0007\r\u202e');
  expect(written.out).toBe('\u001b[1;31mFAIL\u001b[0m \ufffd\ufffd\n');
});

test.prop([text])('printStyled lets nothing else through, whatever stands around a style', (parts) => {
  written.out = '';
  terminal().printStyled(parts.join('\u001b[1m'));
  expect(printable(written.out.replaceAll('\u001b[1m', ''))).toBe(written.out.replaceAll('\u001b[1m', ''));
});

test('Terminal colours results only on a terminal whose reader did not ask for none', () => {
  const shown = (isTTY: boolean, env: object): boolean => {
    vi.stubGlobal('process', Object.create(process, { stdout: { value: { isTTY } }, env: { value: env } }));
    return terminal().colour;
  };
  expect([shown(true, {}), shown(true, { NO_COLOR: '1' }), shown(false, {})]).toEqual([true, false, false]);
});

test('Terminal prints results on standard output and remarks on standard error', () => {
  const screen = terminal();
  screen.print('result');
  screen.note('remark');
  screen.json({ a: 1 });
  expect(written).toEqual({ out: 'result\n{\n  "a": 1\n}\n', err: 'remark\n' });
});

test('Terminal draws no bar where standard error is no terminal', () => {
  vi.stubGlobal(
    'process',
    Object.create(process, { stderr: { value: { isTTY: false, write: process.stderr.write } } }),
  );
  terminal().progress({ what: 'episodes', done: 1, total: 2 });
  expect(written.err).toBe('');
});

test('Terminal draws a bar with rate and time left on a terminal, and wipes it before a result', () => {
  vi.stubGlobal(
    'process',
    Object.create(process, { stderr: { value: { isTTY: true, write: process.stderr.write } } }),
  );
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(1000).mockReturnValueOnce(3000);
  const screen = terminal();
  screen.progress({ what: 'episodes \u001b[31m', done: 1, total: 4 });
  screen.progress({ what: 'episodes', done: 2, total: 4 });
  screen.print('result');
  expect(written.err).toContain('█');
  expect(written.err).toContain('2/4 1/s, 2 s left');
  expect(written.err).not.toContain('\u001b[31m');
  expect(written.err.endsWith('\r\u001b[2K')).toBe(true);
});
