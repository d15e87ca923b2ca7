import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { MeasurandError } from '../core/errors.ts';
import { integerOption, listOption, parseCommandLine } from './arguments.ts';
import { defineCliCommand } from './command.ts';

const command = defineCliCommand({
  name: 'try',
  description: 'A command to try the parser on',
  args: {
    target: { type: 'positional', description: 'What to work on' },
    place: { type: 'positional', description: 'Where', required: false },
    seed: { type: 'string', description: 'The seed', alias: 's' },
    profile: {
      type: 'enum',
      description: 'The profile',
      options: ['as-published', 'repaired'],
      default: 'repaired',
    },
    json: { type: 'boolean', description: 'Print JSON' },
    bar: { type: 'boolean', description: 'Draw a bar', default: true },
  },
  examples: [],
  extraPositionals: 1,
  run: () => Promise.resolve(0),
});

const parse = (...words: string[]): ReturnType<typeof parseCommandLine<typeof command.args>> =>
  parseCommandLine(words, command);

test('parseCommandLine reads options in both spellings, switches, defaults and words in order', () => {
  expect(parse('a', '--seed', '3', 'b', '--no-bar', '--profile=as-published', 'c')).toEqual({
    _: ['a', 'b', 'c'],
    target: 'a',
    place: 'b',
    seed: '3',
    profile: 'as-published',
    json: false,
    bar: false,
  });
  expect(parse('a', '-s=-3')).toMatchObject({ seed: '-3', place: undefined, profile: 'repaired', bar: true });
  expect(parse('a', '--seed', '-3')).toMatchObject({ seed: '-3' });
});

test('parseCommandLine takes every word after -- as it stands', () => {
  expect(parse('--', '--json', '-s')).toMatchObject({ target: '--json', place: '-s', json: false });
});

test.each([
  [['a', '--sed', '3'], /no option --sed.*Did you mean --seed\?/],
  [['a', '--constructor'], /no option --constructor/],
  [['a', '--frobnicate'], /no option --frobnicate.*See measurand try --help/],
  [['a', '--seed', '--seed=1'], /--seed needs a value/],
  [['a', '-x'], /no option -x/],
  [['a', '--seed'], /--seed needs a value.*--seed=VALUE/],
  [['a', '--seed', '--json'], /--seed needs a value/],
  [['a', '--seed', '--', '3'], /--seed needs a value/],
  [['a', '--seed='], /--seed has an empty value/],
  [['a', '--seed', ''], /--seed has an empty value/],
  [['a', '--seed', '1', '-s', '2'], /--seed was given twice/],
  [['a', '--json', '--no-json'], /--json was given twice/],
  [['a', '--json=yes'], /--json takes no value/],
  [
    ['a', '--profile', 'repared'],
    /must be one of as-published, repaired, not "repared".*Did you mean repaired\?/,
  ],
  [['a', 'b', 'c', 'd'], /at most 3 words.*"d" is too many/],
  [['a', 'b', '--', 'c', 'd'], /at most 3 words.*"d" is too many/],
  [[''], /words is empty/],
  [['--json'], /TARGET is missing.*What to work on/],
])('parseCommandLine refuses %j with a sentence that helps', (words, sentence) => {
  expect(() => parse(...words)).toThrow(sentence);
  expect(() => parse(...words)).toThrow(expect.objectContaining({ code: 'invalid-usage', exitCode: 2 }));
});

const value = fc.string({ minLength: 1 }).filter((text) => !/^(--|-s(=|$))/.test(text));
const plain = fc.string({ minLength: 1 }).filter((text) => !text.startsWith('-'));

test.prop([
  fc.array(plain, { minLength: 1, maxLength: 3 }),
  fc.option(value, { nil: undefined }),
  fc.boolean(),
  fc.boolean(),
  fc.infiniteStream(fc.nat()),
])(
  'parseCommandLine gives back what a well-formed command line says, wherever its options stand',
  (positionals, seed, json, joined, places) => {
    const words = [...positionals];
    const options: string[][] = [];
    if (seed !== undefined) options.push(joined ? [`--seed=${seed}`] : ['--seed', seed]);
    if (json) options.push(['--json']);
    const slots: string[][] = words.map((word) => [word]);
    for (const option of options)
      slots.splice((places.next().value as number) % (slots.length + 1), 0, option);
    expect(parse(...slots.flat())).toMatchObject({ _: positionals, target: positionals[0], seed, json });
  },
);

/** How many words of the command line the parsed arguments account for. */
function wordsUsed(words: readonly string[], args: ReturnType<typeof parse>): number {
  const end = words.indexOf('--');
  const before = end < 0 ? words : words.slice(0, end);
  const bare = before.filter((word) => ['--seed', '-s', '--profile'].includes(word)).length;
  const given = before.filter((word) =>
    /^(--(seed|profile|json|no-json|bar|no-bar)|-s)(=|$)/.test(word),
  ).length;
  return args._.length + given + bare + (end < 0 ? 0 : 1);
}

const anyWord = fc.oneof(
  fc.constantFrom(
    '--seed',
    '-s',
    '--profile',
    'repaired',
    '--json',
    '--no-json',
    '--no-bar',
    '--',
    '-',
    '3',
    'a',
  ),
  fc.constantFrom('--seed=1', '--profile=repaired', '--json=1', '--sedd', '-js', '--__proto__'),
  fc.string({ maxLength: 6 }),
);

verifies('cli.arguments.every-word-counts', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(anyWord, { maxLength: 7 }), (words) => {
      try {
        const args = parse(...words);
        accepted += 1;
        expect(wordsUsed(words, args)).toBe(words.length);
      } catch (error) {
        if (!(error instanceof MeasurandError)) throw error;
        expect(error.code).toBe('invalid-usage');
      }
    }),
    { numRuns: 3000, seed: 7 },
  );
  expect(accepted).toBeGreaterThan(50);
});

test('integerOption reads an integer in range and nothing else', () => {
  expect(integerOption('n', '12', 1, 20)).toBe(12);
  expect(integerOption('n', undefined, 1, 20)).toBeUndefined();
  expect(Object.is(integerOption('n', '-0', 0, 20), 0)).toBe(true);
  for (const text of ['', ' 3', '3.0', '1e1', '0x3', 'NaN', '21', '0', '९', '9007199254740993', '--']) {
    expect(() => integerOption('n', text, 1, 20)).toThrow(/--n must be an integer from 1 to 20, not/);
  }
});

test('listOption splits at commas and refuses an empty item', () => {
  expect(listOption('m', 'a, b,c')).toEqual(['a', 'b', 'c']);
  expect(listOption('m', undefined)).toBeUndefined();
  for (const text of ['', ',', 'a,', ',a', 'a,,b', ' '])
    expect(() => listOption('m', text)).toThrow(/empty item/);
});
