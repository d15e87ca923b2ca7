import { MeasurandError } from '../core/errors.ts';
import type { Obligations } from '../report/trials/obligations-document.ts';
import { integerOption, listOption, numberOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';

/** The version that a side names, as in `scaffold=codex@0.171.0`. */
const versionIn = (side: string | undefined): string | undefined =>
  /(?:^|,)scaffold=([^,]+)/.exec(side ?? '')?.[1];

async function changedObligations(
  archives: readonly string[],
  a: string | undefined,
  b: string | undefined,
): Promise<readonly Obligations[]> {
  const { trialObligations } = await import('../commands/trial/obligations.ts');
  const [first, second] = [versionIn(a), versionIn(b)];
  const versions = first !== undefined && second !== undefined ? { versions: [first, second] as const } : {};
  return trialObligations({ archives, ...versions });
}

export default defineCliCommand({
  name: 'compare',
  description: 'Compare runs pair by pair, within an archive or between two, as one family of tests',
  args: {
    archive: { type: 'positional', description: 'An archive' },
    other: {
      type: 'positional',
      required: false,
      description: 'A second archive: the first is then side a, this one side b',
    },
    a: {
      type: 'string',
      description: 'Runs of the first side: model=x,scaffold=l2',
      valueHint: 'AXIS=WORD,…',
    },
    b: {
      type: 'string',
      description: 'Runs of the second side; an axis that comes again begins the next contrast',
      valueHint: 'AXIS=WORD,…',
    },
    family: { type: 'string', description: 'A file that declares the contrasts', valueHint: 'FILE' },
    pair: {
      type: 'string',
      description: 'What two runs share to be a pair; by default task, seed and what varies within a side',
      valueHint: 'A,B',
    },
    scorer: { type: 'string', description: 'Which scorer', valueHint: 'ID' },
    margin: {
      type: 'string',
      description: 'Largest difference that would not matter: asks for a test of equivalence',
      valueHint: 'M',
    },
    seed: { type: 'string', description: 'Seed of every bootstrap', valueHint: 'N', default: '0' },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand compare my-archive --a model=perfect,scaffold=l2 --b model=walks-once,model=fabricates',
      shows: 'one model against two others under one scaffold, adjusted by Holm',
    },
    {
      line: 'measurand compare before after --margin 0.02',
      shows: 'two archives, episode by episode, and whether they are the same within 0.02',
    },
    {
      line: 'measurand compare tried newer',
      shows: 'runs of trials: which obligations changed state between two versions of a harness',
    },
  ],
  async run({ archive, other, a, b, family, pair, scorer, margin, seed, json }, terminal) {
    if (family !== undefined && (a !== undefined || b !== undefined)) {
      throw new MeasurandError('invalid-usage', '--family declares both sides', {
        next: 'Leave --a and --b away',
      });
    }
    const [{ compareArchives }, { comparisonSection, sectionsText }] = await Promise.all([
      import('../commands/compare/compare.ts'),
      import('../report/study/text.ts'),
    ]);
    const given = {
      a,
      b,
      family,
      scorer,
      pair: listOption('pair', pair),
      margin: numberOption('margin', margin),
    };
    const comparison = compareArchives({
      archives: other === undefined ? [archive] : [archive, other],
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      seed: integerOption('seed', seed, 0, Number.MAX_SAFE_INTEGER) ?? 0,
      signal: terminal.signal,
      onProgress: terminal.progress,
    });
    const obligations = await changedObligations(other === undefined ? [archive] : [archive, other], a, b);
    if (json) terminal.json(obligations.length > 0 ? { ...comparison, obligations } : comparison);
    else {
      const { obligationsSection } = await import('../report/trials/obligations-section.ts');
      const sections = [
        comparisonSection(comparison),
        ...(obligations.length > 0 ? [obligationsSection(obligations)] : []),
      ];
      terminal.print(sectionsText(sections, { width: process.stdout.columns ?? 100 }));
    }
    return 0;
  },
});
