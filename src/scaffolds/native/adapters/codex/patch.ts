import type { AbstractMove } from '../../contracts.ts';

const envelope = (...lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');

const marked = (mark: '+' | '-', text: string): string[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${mark}${line}`);

/** A new file in the program's own patch format. */
export function writePatch({ path, text }: Extract<AbstractMove, { move: 'writeFile' }>): string {
  return envelope(`*** Add File: ${path}`, ...marked('+', text));
}

/** A replacement of whole lines in the program's own patch format. */
export function editPatch({ path, find, replace }: Extract<AbstractMove, { move: 'editFile' }>): string {
  return envelope(`*** Update File: ${path}`, '@@', ...marked('-', find), ...marked('+', replace));
}
