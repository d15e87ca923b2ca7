import { readFileSync } from 'node:fs';
import type { PreparedFile } from '../../../scaffolds/native/contracts.ts';
import type { HelperProgram } from './program.ts';

/** Where helper programs stand in a workspace, and what they all are. */
const PLAYER = 'bin/.play.mjs';

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

export interface ProgramPlace {
  /** Node, as the run sees it. */
  readonly node: string;
  /** The run's own address for helper programs. */
  readonly address: string;
  readonly workspace: string;
}

/** The files that put helper programs into a workspace: `bin/NAME` for each, and the player that they share. */
export function programFiles(
  programs: readonly HelperProgram[],
  { node, address, workspace }: ProgramPlace,
): readonly PreparedFile[] {
  if (programs.length === 0) return [];
  const player = readFileSync(new URL('./play.mjs', import.meta.url), 'utf8');
  const words = (name: string): string =>
    [node, `${workspace}/${PLAYER}`, address, workspace, name].map(quote).join(' ');
  return [
    { path: `${workspace}/${PLAYER}`, text: player },
    ...programs.map(({ name }) => ({
      path: `${workspace}/bin/${name}`,
      text: `#!/bin/sh\nexec ${words(name)} "$@"\n`,
      executable: true as const,
    })),
  ];
}
