import type { OutputCase, OutputReport } from './report.ts';

/** Characters that XML 1.0 allows; others cannot be written at all, not even escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  return text
    .replace(FORBIDDEN, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}

function caseOf({ suite, name, outcome, message = '' }: OutputCase): string {
  const head = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}"`;
  if (outcome === 'pass') return `${head}/>`;
  return `${head}><${outcome} message="${escaped(message)}"/></testcase>`;
}

function suiteOf(name: string, cases: readonly OutputCase[]): string {
  const count = (outcome: OutputCase['outcome']): number =>
    cases.filter((one) => one.outcome === outcome).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  return [`  <testsuite name="${escaped(name)}" ${counts}>`, ...cases.map(caseOf), '  </testsuite>'].join(
    '\n',
  );
}

/** What was tried as JUnit XML. A failure is a result; an error says that there is none. */
export function junitOf({ title, cases }: OutputReport): string {
  const names = [...new Set(cases.map(({ suite }) => suite))];
  const suites = names.map((name) => [name, cases.filter(({ suite }) => suite === name)] as const);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(title)}">`,
    ...suites.map(([name, own]) => suiteOf(name, own)),
    '</testsuites>',
    '',
  ].join('\n');
}
