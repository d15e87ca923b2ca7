const LONGEST_NAME = 200;
const DEEPEST = 4;

interface Level {
  readonly path: string;
  readonly list: boolean;
}

function join(level: Level | undefined, name: string): string {
  return level === undefined || level.path === '' ? name : `${level.path}.${name}`;
}

/** End of the string that begins at a quote; the end of the text where it breaks off. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

class Walk {
  readonly found = new Set<string>();
  readonly #levels: Level[] = [];
  #name = '';

  open(list: boolean): void {
    const outer = this.#levels.at(-1);
    const base = outer?.list ? outer.path : join(outer, this.#name);
    this.#levels.push({ path: list ? `${base}[]` : base, list });
    this.#note(this.#levels.at(-1)?.path ?? '');
    this.#name = '';
  }

  close(): void {
    this.#levels.pop();
  }

  member(name: string): void {
    const level = this.#levels.at(-1);
    if (level?.list !== false || name.length > LONGEST_NAME) return;
    this.#name = name;
    this.#note(join(level, name));
  }

  #note(path: string): void {
    if (this.#levels.length <= DEEPEST) this.found.add(path);
  }
}

/**
 * Paths of the members that the first bytes of a JSON document name, such as `results.version` and `[].task_id`. The
 * text may break off anywhere.
 */
export function headKeys(text: string): ReadonlySet<string> {
  const walk = new Walk();
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') walk.open(character === '[');
    else if (character === '}' || character === ']') walk.close();
    else if (character === '"') {
      const end = stringEnd(text, at);
      if (/^\s*:/.test(text.slice(end + 1, end + 8))) walk.member(text.slice(at + 1, end));
      at = end;
    }
  }
  return walk.found;
}
