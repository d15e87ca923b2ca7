import { expect, test } from 'vitest';
import type { StudyAnalysis } from '../../study/built-in.ts';
import { renderLedger, renderStudy } from './study.ts';
import { textTable } from './table.ts';

const ANALYSIS: StudyAnalysis = {
  format: 'measurand.study-analysis/1',
  study: 's',
  title: 'A study',
  denominator: {
    planned: 3,
    states: { scored: 2, 'no-submission': 0, errored: 1, 'timed-out': 0, excluded: 0, missing: 0 },
  },
  forest: [
    { label: 'a', origin: 'executed', n: 20, delta: 0.0958, lo: -0.01, hi: 0.2, p: 0.0004, pHolm: null },
    { label: 'printed', origin: 'quoted', n: 20, delta: -0.01, lo: -0.1, hi: 0.1, p: 0.5, pHolm: 1 },
  ],
  curves: [],
  tables: [
    {
      title: 'Numbers',
      columns: [
        { key: 'n', title: 'n' },
        { key: 'mean', title: 'mean' },
        { key: 'none', title: 'unscored' },
      ],
      rows: [
        { label: 'a', origin: 'executed', numbers: { n: 20, mean: 1, none: 0 } },
        { label: 'b', origin: 'quoted', numbers: { n: 5, mean: null, none: 0 } },
      ],
    },
  ],
  comparisons: [{ label: 'deaths', ours: 12, paper: 12, printed: '12', source: 'Table A2' }],
  statements: [
    { id: 'x', text: 'It falls', holds: true, numbers: {} },
    { id: 'y', text: 'It rises', holds: false, numbers: {} },
  ],
  notes: ['One sentence that is longer than the width and has to be wrapped'],
};

test('a study is laid out with counts as counts, unknowns as dashes, and what is quoted marked', () => {
  expect(renderStudy(ANALYSIS, { width: 40 })).toBe(
    [
      'A study',
      '',
      'Numbers',
      '             n   mean  unscored',
      'a           20  1.000         0',
      'b (quoted)   5      –         0',
      '',
      'Effects, paired by seed   n   delta     95 % interval       p  p Holm',
      'a                        20  +0.096  [-0.010, +0.200]  <0.001       –',
      'printed (quoted)         20  -0.010  [-0.100, +0.100]   0.500   1.000',
      '',
      'Beside the paper: a replication, not a recomputation  ours  paper    source',
      'deaths                                                  12     12  Table A2',
      '',
      'What the paper says, and whether these episodes show it',
      'holds      It falls',
      'does not   It rises',
      '',
      'Notes',
      '- One sentence that is longer than the',
      '  width and has to be wrapped',
    ].join('\n'),
  );
});

test('the ledger names the states that hold something, and they add up', () => {
  expect(renderLedger(ANALYSIS.denominator)).toBe('3 planned = 2 scored + 1 errored');
});

test('a table keeps wide characters in line and lines end in no spaces', () => {
  expect(
    textTable([
      ['', 'x'],
      ['日本', '1'],
      ['a', ''],
    ]),
  ).toEqual(['      x', '日本  1', 'a']);
});
