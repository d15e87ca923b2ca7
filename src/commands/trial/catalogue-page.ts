import { CRITERION_KINDS } from '../../trials/criteria/kinds.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import {
  DIMENSIONS,
  mechanismProperties,
  responsibilityBoundaries,
  type TrialOutline,
  trialOutlines,
} from '../../trials/suite/catalogue.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  row(...head),
  row(...head.map(() => '---')),
  ...rows.map((cells) => row(...cells)),
];

function outlineLines(outline: TrialOutline): readonly string[] {
  const trial = TRIALS.find(({ id }) => id === outline.id);
  const also = outline.also.length === 0 ? '' : `, also ${outline.also.join(', ')}`;
  const state = trial === undefined ? 'not yet written' : `written: ${trial.lines.length} lines`;
  return [
    '',
    `**${outline.id} ${outline.title}** · ${outline.property}${also} · ${outline.turns} · ${state}  `,
    outline.story,
    '',
    `*Private:* ${outline.private}. *Anchor:* ${outline.anchor}.${outline.hardGate === null ? '' : ` *Hard gate:* ${outline.hardGate}.`}  `,
    `*Harness:* ${outline.harness.join(', ')}. *Agent:* ${outline.agent.join(', ')}.  `,
    `*Chain:* ${outline.chain}.`,
  ];
}

/** The page of all trials, as Markdown. */
export function cataloguePage(): string {
  const outlines = trialOutlines();
  const properties = mechanismProperties();
  const { owners, ties } = responsibilityBoundaries();
  const written = outlines.filter(({ id }) => TRIALS.some((trial) => trial.id === id)).length;
  return `${[
    '# The catalogue of trials',
    '',
    `${properties.length} properties of mechanisms and ${outlines.length} trials of them, of which ${written} are written.`,
    'Made from `data/trials` by `npx tsx scripts/trial-catalogue.ts`; how to write one: [writing trials](writing-trials.md).',
    '',
    '## Kinds of criterion',
    '',
    ...table(
      ['kind', 'name', 'decided by', 'means'],
      Object.entries(CRITERION_KINDS).map(([kind, { name, decidedBy, means }]) => [
        kind,
        name,
        decidedBy,
        means,
      ]),
    ),
    '',
    '## Which dimension owns a failure',
    '',
    ...table(
      ['question', 'owner', 'not'],
      owners.map(({ question, owner, not }) => [question, owner, not]),
    ),
    '',
    ...ties.map(({ name, rule }) => `- **${name}**: ${rule}`),
    ...DIMENSIONS.flatMap((dimension) => [
      '',
      `## ${dimension}`,
      '',
      ...table(
        ['property', 'name', 'statement'],
        properties
          .filter((property) => property.dimension === dimension)
          .map(({ id, name, statement }) => [id, name, statement]),
      ),
      ...outlines.filter((outline) => outline.dimension === dimension).flatMap(outlineLines),
    ]),
  ].join('\n')}\n`;
}
