/** The decimals of a printed interval or estimate, such as `[0.051,0.128]` or `+0.55\,[0.25,0.80]`, as they stand. */
export function decimalsIn(text: string): readonly string[] {
  return text.match(/[+-]?(?:\d+\.\d+|\.\d+|\d+)/g) ?? [];
}
