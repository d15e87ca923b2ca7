import type { EditLabel } from '../../scorers/bridge/index.ts';

/** A typed edit of a text answer. Gives nothing where it does not apply. */
export interface TextEdit {
  readonly id: string;
  readonly title: string;
  readonly label: EditLabel;
  readonly group: 'battery' | 'kernel' | 'null';
  apply(answer: string): string | undefined;
}

type Apply = TextEdit['apply'];

const edit = (
  id: string,
  title: string,
  label: EditLabel,
  apply: Apply,
  group: TextEdit['group'] = 'kernel',
): TextEdit => ({ id, title, label, group, apply });

const NUMBER = /^-?\d+(\.\d+)?$/;
const LIST = /[,;]/;

const isNumber = (text: string): boolean => NUMBER.test(text);

/** The first match replaced; nothing when there is none or the text stays the same. */
const replaced =
  (pattern: RegExp, by: string): Apply =>
  (answer) => {
    const text = answer.replace(pattern, by);
    return text === answer ? undefined : text;
  };

const replacedBy =
  (pattern: RegExp, by: (match: string) => string): Apply =>
  (answer) =>
    different(answer, answer.replace(pattern, by));

const when =
  (holds: (answer: string) => boolean, apply: (answer: string) => string): Apply =>
  (answer) => {
    if (!holds(answer)) return undefined;
    const text = apply(answer);
    return text === answer ? undefined : text;
  };

const parts = (answer: string): string[] => answer.split(LIST).map((part) => part.trim());
const isList = (answer: string): boolean => LIST.test(answer) && parts(answer).length > 1;

/** Thousands separators in the whole part of a number. */
function grouped(answer: string): string {
  const [whole = '', rest] = answer.split('.');
  const head = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? head : `${head}.${rest}`;
}

/** Typed edits of an answer in text, for scorers of (answer, gold) that bring none of their own. */
export const TEXT_EDITS: readonly TextEdit[] = [
  edit('empty', 'nothing is answered', 'degrading', () => '', 'null'),
  edit('fabricated', 'another answer of the same type', 'degrading', fabricated, 'battery'),
  edit('number_changed', 'the first number is greater by one', 'degrading', numberChanged, 'battery'),
  edit('truncated', 'the last half is missing', 'degrading', truncated, 'battery'),
  edit('sign_dropped', 'a minus sign before a number is dropped', 'degrading', replaced(/-(?=\d)/, '')),
  edit('decimal_point_dropped', 'a decimal point is dropped', 'degrading', replaced(/(?<=\d)\.(?=\d)/, '')),
  edit(
    'point_replaced',
    'another sign stands for a point, which a pattern that was not escaped takes too',
    'degrading',
    replaced(/(?<=[^\s.])\.(?=[^\s.])/, 'x'),
  ),
  edit(
    'last_digit_changed',
    'the last digit of a decimal is another',
    'degrading',
    replacedBy(/(?<=\d\.\d*)\d(?!\d)/, (digit) => String((Number(digit) + 1) % 10)),
  ),
  edit('operator_swapped', 'a minus becomes a plus', 'degrading', replaced(/(?<=\w)-(?=\w)/, '+')),
  edit('symbols_dropped', 'signs after a name are dropped', 'degrading', replaced(/(?<=\p{L})[+#]+$/u, '')),
  edit(
    'colon_dropped',
    'the colon of a ratio or a time is dropped',
    'degrading',
    replaced(/(?<=\d):(?=\d)/, ''),
  ),
  edit(
    'slash_moved',
    'a slash moves by one digit',
    'degrading',
    replaced(/^(\d)\/(\d)(\d)\/(\d)/, '$1$2/$3/$4'),
  ),
  edit('digits_glued', 'a digit is appended to a number', 'degrading', replaced(/(?<=\d)(?!\d)/, '7')),
  edit('negated', 'the answer is denied', 'degrading', (answer) => `not ${answer}`),
  edit(
    'candidates_listed',
    'a wrong candidate stands beside the right one',
    'degrading',
    (answer) => `zzq ${answer}`,
  ),
  edit(
    'candidates_after',
    'a wrong candidate follows the right one',
    'degrading',
    (answer) => `${answer} zzq`,
  ),
  edit('letters_glued', 'letters are appended to the last word', 'degrading', replaced(/(?<=\p{L})$/u, 'zq')),
  edit('last_word_changed', 'the last word is another', 'degrading', replaced(/(?<=\s)\S+$/u, 'zzq')),
  edit(
    'item_repeated',
    'the first item of a list stands in place of the last',
    'degrading',
    when(isList, (answer) => [...parts(answer).slice(0, -1), parts(answer)[0]].join(', ')),
  ),
  edit('unit_swapped', 'another unit follows the number', 'degrading', replaced(/(?<=\d )\p{L}+$/u, 'zq')),
  edit('upper_case', 'written in capitals', 'equivalent', (answer) =>
    different(answer, answer.toUpperCase()),
  ),
  edit('lower_case', 'written in small letters', 'equivalent', (answer) =>
    different(answer, answer.toLowerCase()),
  ),
  edit('spaces_around', 'white space stands around the answer', 'equivalent', (answer) => ` ${answer} `),
  edit('spaces_doubled', 'spaces are doubled', 'equivalent', (answer) =>
    different(answer, answer.replaceAll(' ', '  ')),
  ),
  edit(
    'full_stop',
    'a full stop ends the answer',
    'equivalent',
    when(
      (a) => !isNumber(a),
      (answer) => `${answer}.`,
    ),
  ),
  edit('thousands_separators', 'a number has thousands separators', 'equivalent', when(isNumber, grouped)),
  edit(
    'trailing_zero',
    'a decimal ends in a further zero',
    'equivalent',
    when(
      (a) => /^-?\d+\.\d+$/.test(a),
      (a) => `${a}0`,
    ),
  ),
  edit('unicode_minus', 'the minus sign is the typographic one', 'equivalent', replaced(/-(?=\d)/, '\u2212')),
  edit(
    'list_spacing',
    'a list has no spaces after its separators',
    'equivalent',
    when(isList, (a) => a.replaceAll(/([,;])\s+/g, '$1')),
  ),
  edit(
    'unit_added',
    'a unit follows a bare number',
    'undecided',
    when(isNumber, (answer) => `${answer} km`),
  ),
  edit(
    'symbol_case',
    'a symbol, an abbreviation or a name with capitals inside is in other letters',
    'undecided',
    replacedBy(/\b(?=\w*\p{Ll}\w*\p{Lu}|\p{Lu}{2})\w+/u, (word) =>
      word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase(),
    ),
  ),
  edit('words_reversed', 'the words stand in reverse order', 'undecided', (answer) =>
    different(answer, answer.split(' ').toReversed().join(' ')),
  ),
  edit('announced', 'words announce the answer', 'undecided', (answer) => `FINAL ANSWER: ${answer}`),
  edit(
    'list_reversed',
    'a list stands in reverse order',
    'undecided',
    when(isList, (a) => parts(a).toReversed().join(', ')),
  ),
  edit('list_with_and', 'the last item of a list is joined by a word', 'undecided', when(isList, withAnd)),
];

function different(answer: string, text: string): string | undefined {
  return text === answer ? undefined : text;
}

function fabricated(answer: string): string {
  return isNumber(answer)
    ? '987654'
    : isList(answer)
      ? parts(answer)
          .map(() => 'zzq')
          .join(', ')
      : 'fabricated value';
}

function numberChanged(answer: string): string | undefined {
  return different(
    answer,
    answer.replace(/\d+/, (digits) => String(BigInt(digits) + 1n)),
  );
}

function truncated(answer: string): string | undefined {
  return answer.length < 4 ? undefined : answer.slice(0, Math.floor(answer.length / 2));
}

function withAnd(answer: string): string {
  const items = parts(answer);
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
