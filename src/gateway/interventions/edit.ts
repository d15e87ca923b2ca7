import type { InterventionAction } from './intervention.ts';
import type { TextSlot } from './text-slots.ts';

const joined = (slots: readonly TextSlot[]): string => slots.map((slot) => slot.read()).join('\n');

/** Puts one text in the place of all. */
function writeWhole(slots: readonly TextSlot[], text: string): void {
  const [first, ...rest] = slots;
  for (const slot of rest) slot.write('');
  first?.write(text);
}

function writeParts(slots: readonly TextSlot[], find: string, text: string): void {
  for (const slot of slots) {
    const before = slot.read();
    // A function, since `$` means something in a replacement text.
    if (before.includes(find)) slot.write(before.replaceAll(find, () => text));
  }
}

/** The line under a text of which not all is shown. */
const cutMark = (shown: number, full: number): string => `\n[cut: ${shown} of ${full} characters are shown]`;

function writeWindow(slots: readonly TextSlot[], whole: string, beyond: number): void {
  if (whole.length > beyond) writeWhole(slots, whole.slice(0, beyond) + cutMark(beyond, whole.length));
}

function writeAdded(slots: readonly TextSlot[], action: InterventionAction & { type: 'complete' }): void {
  const { text, at } = action;
  if (at === 'start') slots[0]?.write(text + slots[0].read());
  else if (at === 'end') slots.at(-1)?.write((slots.at(-1)?.read() ?? '') + text);
  else {
    const slot = slots.find((each) => each.read().includes(at.after));
    slot?.write(slot.read().replace(at.after, () => at.after + text));
  }
}

/** Does an action to the text in some places, and gives that text before and after; undefined where it changed nothing. */
export function editSlots(
  slots: readonly TextSlot[],
  action: InterventionAction,
): { readonly before: string; readonly after: string } | undefined {
  const before = joined(slots);
  const texts = slots.map((slot) => slot.read());
  if (action.type === 'complete') writeAdded(slots, action);
  else if ('beyond' in action) writeWindow(slots, before, action.beyond);
  else {
    const text = action.type === 'replace' ? action.text : '';
    if (action.find === undefined) writeWhole(slots, text);
    else writeParts(slots, action.find, text);
  }
  const left = slots.filter((slot) => slot.read() !== '');
  const after = joined(left);
  return slots.some((slot, i) => slot.read() !== texts[i]) ? { before, after } : undefined;
}
