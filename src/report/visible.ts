/**
 * Characters that a reader cannot see or that change how their neighbours are drawn: C0 and C1 controls except tab and
 * line feed, bidirectional controls, zero-width and other format characters, line separators, private-use tags,
 * noncharacters and lone surrogates. The joiner U+200D is left alone: emoji and Indic scripts need it.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be shown
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF\u{E0000}-\u{E007F}]|\p{Surrogate}/gu;

/** The same text with every hidden character written as its code point, such as `⟨U+202E⟩`. */
export function visible(text: string): string {
  return text.replace(
    HIDDEN,
    (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}
