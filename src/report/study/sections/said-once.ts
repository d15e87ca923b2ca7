/** How many names stand before a sentence; more are only counted. */
const MOST_NAMED = 3;

/**
 * Cautions that several share, each said once with whom it is about.
 *
 * @param said who has which caution, in order
 * @param all how many there are
 * @param what they are called, in the plural
 */
export function saidOnce(
  said: readonly { readonly who: string; readonly caution: string }[],
  all: number,
  what: string,
): readonly string[] {
  const by = new Map<string, string[]>();
  for (const { who, caution } of said) {
    const names = by.get(caution);
    if (names) names.push(who);
    else by.set(caution, [who]);
  }
  return [...by].map(([caution, who]) => {
    if (who.length === all && all > 1) return `All ${all} ${what}: ${caution}`;
    return who.length > MOST_NAMED
      ? `${who.length} of ${all} ${what}: ${caution}`
      : `${who.join('; ')}: ${caution}`;
  });
}
