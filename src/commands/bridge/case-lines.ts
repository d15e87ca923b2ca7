import { readFileSync } from 'node:fs';

function idIn(line: string): string | undefined {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : undefined;
  } catch {
    return undefined;
  }
}

/** The line of each task in a file of cases, from 1; a case without an id is called by its number, from 0. */
export function linesOf(file: string): (task: string) => number | undefined {
  const lines = new Map<string, number>();
  let cases = 0;
  for (const [at, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    lines.set(idIn(line) ?? String(cases), at + 1);
    cases += 1;
  }
  return (task) => lines.get(task);
}
