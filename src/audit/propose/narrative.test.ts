import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { compose } from '../guard/compose.ts';
import { CARD_ITEMS, type Card, type CardItem } from '../types.ts';
import { checkNarrative, narrate } from './narrative.ts';

const DOCUMENT = { probe: { empty: 0.645, runs: 66, hidden: 12 } };

function item(template: string): CardItem {
  const { text, figures } = compose(DOCUMENT, '', template);
  return { verdict: 'fail', summary: text, figures, evidence: [] };
}

const CARD: Card = {
  format: 'measurand.card/1',
  id: 'a/card',
  target: 'a benchmark',
  profile: 'a',
  level: 'none',
  scorer: 'a scorer',
  scorerKind: 'shape',
  headline: true,
  items: Object.fromEntries(
    CARD_ITEMS.map((id) => [
      id,
      item('the empty submission scores {probe.empty|3} in {probe.runs|integer} runs'),
    ]),
  ) as Card['items'],
  licensed: 'self-report compliance',
  licensedByPaper: 'self-report compliance',
  disagreement: '',
  forbidden: 'any claim about models',
  overall: 'repair required',
  missingDecisions: [],
  repair: 'none',
  notProbed: [],
};

const verdicts = (...templates: string[]) =>
  checkNarrative(templates, CARD, DOCUMENT).checks.map(({ verdict }) => verdict);

verifies('propose.narrative.guarded', () => {
  const told = checkNarrative(
    ['An empty submission scores {probe.empty|3}.', 'The score shows self-report compliance.'],
    CARD,
    DOCUMENT,
  );
  expect(told.checks.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  expect(told.sentences[0]?.text).toBe('An empty submission scores 0.645.');
  const refused = [
    'An empty submission scores 0.645.',
    'It does so twice.',
    'Of a dozen runs it is {probe.hidden|integer}.',
    'It scores {probe.empty|1}.',
    'It scores {probe.nothing|3}.',
    'It scores {probe.empty}.',
    'It was tried in {probe.runs|integer} runs and ٣ more.',
  ];
  for (const sentence of refused) expect(verdicts(sentence), sentence).toEqual(['fail', 'pass']);
  expect(verdicts('The score shows model capability.')).toEqual(['pass', 'fail']);
  expect(verdicts('The score shows Model-Scaffold System performance.')).toEqual(['pass', 'fail']);
});

test('the model is shown every figure of the card with its place, and writes places only', async () => {
  let shown = '';
  const { value } = await narrate({
    model: {
      id: 'a model',
      kind: 'scripted',
      decide: ({ messages }) => {
        shown = messages.map(({ text }) => text).join('\n');
        return Promise.resolve({
          text: '{"sentences": ["It scores {probe.empty|3}."]}',
          calls: [],
          stop: 'end',
        });
      },
    },
    card: CARD,
    outputTokens: 100,
    signal: new AbortController().signal,
  });
  expect(shown).toContain('{probe.empty|3} reads 0.645');
  expect(shown).not.toContain('probe.hidden');
  expect(verdicts(...value.sentences)).toEqual(['pass', 'pass']);
});
