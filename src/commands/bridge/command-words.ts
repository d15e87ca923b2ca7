import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { MeasurandError } from '../../core/errors.ts';
import { shimPath } from './discover.ts';
import { pythonInterpreter } from './interpreter.ts';

const WORD = /"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g;

/** The words of a command line, quotation marks honoured; no shell is started for it. */
export function commandWords(line: string): readonly string[] {
  const words = [...line.matchAll(WORD)].map(
    ([, double, single, bare]) => double?.replace(/\\(.)/g, '$1') ?? single ?? bare ?? '',
  );
  if (words.length > 0) return words;
  throw new MeasurandError('invalid-usage', 'the command of the bridge is empty', {
    next: 'Write --bridge "node my-shim.mjs"',
  });
}

/**
 * The words with every file that they name from here made absolute: a target runs in a folder of its own, where a
 * relative path leads nowhere.
 */
export function absoluteWords(words: readonly string[]): readonly string[] {
  return words.map((word, at) => ((at > 0 || word.includes('/')) && existsSync(word) ? resolve(word) : word));
}

/** How a plain scorer is started. */
export interface ScorerCommand {
  readonly command: readonly string[];
  readonly readOnly: readonly string[];
}

/**
 * The generic runner for a function of (submission, gold): `file.py:function`, `package.module:function` or
 * `module.mjs#function`.
 *
 * @throws MeasurandError `invalid-scorer`, `missing-file`
 */
export function scorerCommand(spec: string, cases: string, python: string | undefined): ScorerCommand {
  const cut = Math.max(spec.lastIndexOf('#'), spec.lastIndexOf(':'));
  if (cut < 1 || cut === spec.length - 1) {
    throw new MeasurandError('invalid-scorer', `${JSON.stringify(spec)} names no function`, {
      next: 'Write FILE.py:FUNCTION or MODULE.mjs#FUNCTION',
    });
  }
  const place = spec.slice(0, cut);
  const isFile = /\.(py|[cm]?js)$/.test(place);
  const file = isFile ? resolve(place) : place;
  if (isFile && !existsSync(file)) throw new MeasurandError('missing-file', 'is not there', { file });
  if (!existsSync(cases)) throw new MeasurandError('missing-file', 'is not there', { file: cases });
  const named = `${file}${spec.slice(cut)}`;
  const readOnly = isFile ? [dirname(file)] : [];
  if (spec[cut] === '#') {
    return { command: [process.execPath, shimPath('scorer-function.mjs'), named, resolve(cases)], readOnly };
  }
  const { executable } = pythonInterpreter(python);
  return { command: [executable, shimPath('scorer_function.py'), named, resolve(cases)], readOnly };
}
