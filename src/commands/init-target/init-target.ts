import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MeasurandError } from '../../core/errors.ts';
import { shimPath } from '../bridge/discover.ts';

export const TARGET_LANGUAGES = ['python', 'typescript'] as const;
export type TargetLanguage = (typeof TARGET_LANGUAGES)[number];

const FILES: Readonly<Record<TargetLanguage, readonly string[]>> = {
  python: ['starters/target.py', 'measurand_bridge.py'],
  typescript: ['starters/target.mts', 'measurand-bridge.mjs'],
};

const RUN: Readonly<Record<TargetLanguage, string>> = { python: 'python3', typescript: 'node' };

export interface InitTargetReport {
  readonly files: readonly string[];
  /** What checks the new target. */
  readonly next: string;
}

/**
 * Writes a starter shim into a folder: a target that answers every rule of the line protocol, and the file that speaks
 * it. Nothing that is there is overwritten.
 *
 * @throws MeasurandError `already-there`
 */
export function initTarget(language: TargetLanguage, folder: string): InitTargetReport {
  const files = FILES[language].map((name) => [shimPath(name), join(folder, basename(name))] as const);
  for (const [, path] of files) {
    if (existsSync(path)) {
      throw new MeasurandError('already-there', 'is there already', {
        file: path,
        next: 'Name another folder',
      });
    }
  }
  mkdirSync(folder, { recursive: true });
  for (const [from, to] of files) copyFileSync(from, to);
  const [[, first]] = files as [readonly [string, string]];
  return { files: files.map(([, to]) => to), next: `measurand bridge check -- ${RUN[language]} ${first}` };
}
