import { z } from 'zod';
import { MeasurandError } from '../../core/errors.ts';
import { compose } from '../guard/compose.ts';
import { refusals } from '../guard/guard.ts';
import { READINGS } from '../licence/licence.ts';
import { CARD_ITEM_TITLES, CARD_ITEMS, type Card, type Claim, type Figure } from '../types.ts';
import { type Answered, type AskSettings, ask } from './ask.ts';
import type { Check } from './check.ts';

const MOST_SENTENCES = 30;

const Answer = z.strictObject({ sentences: z.array(z.string().min(1).max(600)).min(1).max(MOST_SENTENCES) });

/** Every figure of a card, each once: what a text about the card may draw on. */
function figuresOf(card: Card): ReadonlyMap<string, { readonly figure: Figure; readonly written: string }> {
  const figures = new Map<string, { figure: Figure; written: string }>();
  for (const id of CARD_ITEMS) {
    const { summary, figures: own, evidence } = card.items[id];
    for (const [text, list] of [
      [summary, own] as const,
      ...evidence.map((each) => [each.text, each.figures] as const),
    ]) {
      for (const figure of list)
        figures.set(`${figure.path}|${figure.rounding}`, { figure, written: text.slice(...figure.at) });
    }
  }
  return figures;
}

const TASK = [
  'Below is a validity card: what was found about a benchmark and what its score may be read as. Tell it in a few plain sentences to somebody who wants to use the benchmark.',
  'Write no number, in digits or in words. Where a figure belongs, write its place in braces, as {path|rounding}, copied from the list of figures. Nothing else may stand in braces.',
  'Name no reading of the score except the licensed one.',
  'The form of the answer: {"sentences": ["a sentence with a figure such as {probe.empty|3}", "…"]}',
].join('\n');

function cardText(card: Card): string {
  const items = CARD_ITEMS.map((id) => {
    const { verdict, summary, annotation } = card.items[id];
    return `- ${CARD_ITEM_TITLES[id]}: ${verdict}; ${summary}${annotation === undefined ? '' : ` (${annotation})`}`;
  });
  const figures = [...figuresOf(card)].map(([place, { written }]) => `- {${place}} reads ${written}`);
  return [
    `Material, the card ${card.id}:`,
    ...items,
    `licensed: ${card.licensed}`,
    `forbidden: ${card.forbidden}`,
    `overall: ${card.overall}`,
    `repair: ${card.repair}`,
    'Figures:',
    ...figures,
  ].join('\n');
}

/**
 * A sentence under the number guard: its figures are filled in from the document, and each has to be one that the card
 * shows, at the same rounding. Gives what is wrong instead where something is.
 */
function guarded(template: string, card: Card, document: unknown): Claim | string {
  const allowed = figuresOf(card);
  const strange = [...template.matchAll(/\{([^{}]*)\}/g)].find(([, place = '']) => !allowed.has(place));
  if (strange) return `${JSON.stringify(strange[0])} is no figure of the card`;
  try {
    const claim = compose(document, '', template);
    const [refusal] = refusals(claim, document);
    return refusal ? `${JSON.stringify(refusal.figure)}: ${refusal.detail}` : claim;
  } catch (error) {
    if (error instanceof MeasurandError) return error.message;
    throw error;
  }
}

/** Readings that a text names and the card does not license. Naming what is forbidden would take a person to weigh. */
function otherReadings(text: string, { licensed }: Card): readonly string[] {
  const plain = (words: string): string => words.toLowerCase().replaceAll(/[–—-]/g, '-');
  const said = plain(text).replaceAll(plain(licensed), ' ');
  return READINGS.filter(
    (reading) => reading !== 'nothing' && reading !== licensed && said.includes(plain(reading)),
  );
}

/** A text about a card, with what was checked of it. */
export interface Narration {
  readonly templates: readonly string[];
  readonly sentences: readonly Claim[];
  readonly checks: readonly Check[];
}

/** Checks a text about a card, sentence by sentence. One that is refused is left out and fails the check. */
export function checkNarrative(templates: readonly string[], card: Card, document: unknown): Narration {
  const read = templates.map((template) => guarded(template, card, document));
  const sentences = read.filter((each) => typeof each !== 'string');
  const wrong = read.filter((each) => typeof each === 'string');
  const others = otherReadings(templates.join(' '), card);
  return {
    templates,
    sentences,
    checks: [
      {
        id: 'number-guard',
        verdict: wrong.length === 0 ? 'pass' : 'fail',
        says:
          wrong.length === 0
            ? `every figure of ${sentences.length} sentences stands on the card`
            : `${wrong.length} of ${read.length} sentences are refused: ${wrong.slice(0, 5).join('; ')}`,
      },
      {
        id: 'reading-guard',
        verdict: others.length === 0 ? 'pass' : 'fail',
        says:
          others.length === 0
            ? 'no reading is named that the card does not license'
            : `the card does not license ${others.join(', ')}`,
      },
    ],
  };
}

export interface NarrateOptions extends AskSettings {
  readonly card: Card;
}

/**
 * Has a model tell a card in words. It writes places for figures and no figures, which are filled in from the document.
 *
 * @throws MeasurandError `proposal-malformed`, and what the model throws
 */
export function narrate({
  model,
  card,
  ...options
}: NarrateOptions): Promise<Answered<z.infer<typeof Answer>>> {
  return ask(model, { task: TASK, material: cardText(card) }, Answer, options);
}
