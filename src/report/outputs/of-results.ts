import { CHECK_IDS, CHECKS } from '../../study/results/checks/catalogue.ts';
import { fixed } from '../number.ts';
import type { Finding, Results } from '../results/document.ts';
import type { OutputCase, OutputReport } from './report.ts';

const placeOf = ({ record, field }: Finding): string =>
  [record, field].filter((part) => part !== undefined).join(', ');

/** A line number where the record is a line of its file. */
function lineOf({ record = '' }: Finding): { readonly line?: number } {
  const [, line] = /^line (\d+)/.exec(record) ?? [];
  return line === undefined ? {} : { line: Number(line) };
}

/** Each source by each check: a source whose records could not all be read is an error, a finding a failure. */
function casesOf({ sources, findings }: Results): readonly OutputCase[] {
  return sources.flatMap(({ file, ledger }) =>
    CHECK_IDS.map((check): OutputCase => {
      const own = findings.filter(
        (one) => one.check === check && (one.file === file || one.file.startsWith(`${file}/`)),
      );
      const [first] = own;
      const at = { suite: file, name: check };
      if (check === 'conversion-loss' && ledger.dropped > 0)
        return {
          ...at,
          outcome: 'error',
          message: `${ledger.dropped} of ${ledger.read} records could not be read`,
        };
      if (!first) return { ...at, outcome: 'pass' };
      const where = first.record === undefined ? '' : `${first.record}: `;
      const more = own.length > 1 ? `, and ${own.length - 1} more` : '';
      return { ...at, outcome: 'failure', message: `${where}${first.what}${more}` };
    }),
  );
}

function linesOf({ stats, sources }: Results): readonly string[] {
  const read = sources.reduce((sum, { ledger }) => sum + ledger.read, 0);
  const dropped = sources.reduce((sum, { ledger }) => sum + ledger.dropped, 0);
  const states = Object.entries(stats?.ledger.states ?? {}).filter(([, count]) => count > 0);
  const [scorer] = stats?.scorers ?? [];
  const figures = (scorer?.groups ?? [])
    .slice(0, 20)
    .flatMap(({ label, figure }) =>
      figure?.dropped == null || figure.worst === null || figure.best === null
        ? []
        : [
            `${label}: ${scorer?.scorer} ${fixed(figure.dropped, 3)}, bounds ${fixed(figure.worst, 3)} to ${fixed(figure.best, 3)}`,
          ],
    );
  return [
    `${read} records of ${sources.length} sources, ${dropped} dropped`,
    ...(stats
      ? [
          `${stats.ledger.planned} runs planned: ${states.map(([state, count]) => `${count} ${state}`).join(', ')}`,
        ]
      : []),
    ...figures,
  ];
}

/** What logs show, for the forms of a pull request. */
export function resultsReport(results: Results): OutputReport {
  const found = new Set(results.findings.map(({ check }) => check));
  return {
    title: 'Measurand on logs',
    version: results.version,
    rules: CHECK_IDS.filter((id) => found.has(id)).map((id) => ({ id, ...CHECKS[id] })),
    findings: results.findings.map((finding) => ({
      rule: finding.check,
      level: finding.level,
      message: finding.what,
      ...(finding.file === '' ? {} : { file: finding.file }),
      ...lineOf(finding),
      ...(placeOf(finding) === '' ? {} : { place: placeOf(finding) }),
    })),
    cases: casesOf(results),
    lines: linesOf(results),
  };
}
