const BARE = /^(?:NaN|-?Infinity)/;

/** The same JSON text with the bare NaN and Infinity that Python writes as null; undefined where it holds none. */
export function withoutBareNumbers(text: string): string | undefined {
  const parts: string[] = [];
  let from = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString && character === '\\') at += 1;
    else if (character === '"') inString = !inString;
    else if (!inString && (character === 'N' || character === 'I' || character === '-')) {
      const [found] = BARE.exec(text.slice(at, at + 9)) ?? [];
      if (found === undefined) continue;
      parts.push(text.slice(from, at), 'null');
      at += found.length - 1;
      from = at + 1;
    }
  }
  return parts.length === 0 ? undefined : parts.join('') + text.slice(from);
}
