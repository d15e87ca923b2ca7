import { fc, test as property } from '@fast-check/vitest';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { junitOf } from './junit.ts';
import type { OutputReport } from './report.ts';
import { sarifOf } from './sarif.ts';
import { summaryOf } from './summary.ts';

const REPORT: OutputReport = {
  title: 'Measurand on logs',
  version: '0.1.0',
  rules: [{ id: 'errors-dropped', title: 'Errors vanish', help: 'Count them.', level: 'error' }],
  findings: [
    {
      rule: 'errors-dropped',
      level: 'error',
      message: '80 of 90',
      file: './logs/a b.json',
      place: 'results',
    },
    { rule: 'errors-dropped', level: 'error', message: 'line', file: '/abs/s.jsonl', line: 7 },
    { rule: 'errors-dropped', level: 'warning', message: 'of no file' },
  ],
  cases: [
    { suite: 'a', name: 'fine', outcome: 'pass' },
    { suite: 'a', name: 'wanting', outcome: 'failure', message: 'x < y & "z"' },
    { suite: 'a', name: 'untried', outcome: 'error', message: 'no bytes' },
    { suite: 'b', name: 'left out', outcome: 'skipped', message: 'not probed' },
  ],
  lines: ['90 records'],
};

interface Sarif {
  readonly version: string;
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly locations: readonly {
          readonly physicalLocation?: {
            readonly artifactLocation: { readonly uri: string };
            readonly region: { readonly startLine: number };
          };
        }[];
        readonly partialFingerprints: Readonly<Record<string, string>>;
      }[];
    },
  ];
}

verifies('results.outputs.sarif', () => {
  const { version, runs } = JSON.parse(sarifOf(REPORT)) as Sarif;
  expect(version).toBe('2.1.0');
  const [{ tool, results }] = runs;
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  expect(results.map(({ locations }) => locations[0]?.physicalLocation)).toEqual([
    { artifactLocation: { uri: 'logs/a%20b.json' }, region: { startLine: 1 } },
    { artifactLocation: { uri: 'file:///abs/s.jsonl' }, region: { startLine: 7 } },
    undefined,
  ]);
  expect(new Set(results.map(({ partialFingerprints }) => partialFingerprints['measurand/1'])).size).toBe(3);
});

verifies('results.outputs.junit', () => {
  const { document } = parseHTML(junitOf(REPORT));
  const suites = [...document.querySelectorAll('testsuite')].map((suite) =>
    ['name', 'tests', 'failures', 'errors', 'skipped'].map((name) => suite.getAttribute(name)),
  );
  expect(suites).toEqual([
    ['a', '3', '1', '1', '0'],
    ['b', '1', '0', '0', '1'],
  ]);
  const [, wanting, untried] = [...document.querySelectorAll('testcase')];
  expect(wanting?.querySelector('failure')?.getAttribute('message')).toBe('x < y & "z"');
  expect(untried?.querySelector('error')).not.toBeNull();
  expect(untried?.querySelector('failure')).toBeNull();
});

property.prop([fc.string({ unit: 'binary' })])(
  'junitOf writes well-formed XML whatever a message holds',
  (message) => {
    const xml = junitOf({
      ...REPORT,
      cases: [{ suite: message, name: message, outcome: 'failure', message }],
    });
    const forbidden = [...xml].filter((character) => {
      const code = character.codePointAt(0) ?? 0;
      return (code < 32 && !'\t\n\r'.includes(character)) || code === 0xfffe || code === 0xffff;
    });
    expect(forbidden).toEqual([]);
    const bare = xml.replaceAll(/&(?:amp|lt|gt|quot|#10);/g, '');
    expect(bare).not.toContain('&');
    expect(bare.match(/</g)?.length).toBe(bare.match(/>/g)?.length);
  },
);

test('summaryOf keeps hostile words inside one cell of the table', () => {
  const text = summaryOf({
    ...REPORT,
    findings: [{ rule: 'r', level: 'error', message: 'a | b\n<script>', file: 'f' }],
  });
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  expect(rows).toHaveLength(3);
  expect(text).not.toContain('<script>');
});

test('summaryOf says when nothing was found', () => {
  expect(summaryOf({ ...REPORT, findings: [] })).toContain('Nothing was found.');
});
