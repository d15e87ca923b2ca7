import type { TargetAudit } from '../../audit/bridge/document.ts';
import type { BridgeMeasurements, EditOutcome } from '../../audit/bridge/measurements.ts';
import { auditReport } from './of-audit.ts';
import type { OutputFinding, OutputReport, OutputRule } from './report.ts';

/** Where what an audit found is shown: the scorer, and each task at its line of the file of cases. */
export interface TargetFiles {
  readonly scorer?: string;
  readonly cases?: string;
  /** From 1. */
  readonly lineOf?: (task: string) => number | undefined;
}

const RULES: readonly OutputRule[] = [
  {
    id: 'false-accept',
    title: 'A worse submission scores as high as the correct one',
    help: 'The scorer cannot see this edit. Make it lower the score, or say that it changes nothing with --same.',
    level: 'error',
  },
  {
    id: 'false-reject',
    title: 'A submission that says the same scores lower',
    help: 'The scorer punishes how an answer is written. Accept it, or say with --worse that it matters.',
    level: 'warning',
  },
  {
    id: 'minimal-pair',
    title: 'The search found a worse submission that scores as high',
    help: 'No difference of the pair can be put back. Read it: where a task has several right answers it may be one.',
    level: 'error',
  },
  {
    id: 'scorer-exception',
    title: 'The scorer raised an error',
    help: 'An error is no score. Whoever runs the benchmark will count it as one.',
    level: 'warning',
  },
];

const LONGEST = 200;
const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

function placed(files: TargetFiles, task: string, place: string): Partial<OutputFinding> {
  const line = files.lineOf?.(task);
  const file = line === undefined ? files.scorer : files.cases;
  return {
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    place: `${task}, ${place}`,
  };
}

function editFinding(
  id: string,
  { title, label, accepted, tried, example }: EditOutcome,
  files: TargetFiles,
): readonly OutputFinding[] {
  if (!example || label === 'undecided') return [];
  const degrading = label === 'degrading';
  const message = degrading
    ? `${title}: ${accepted} of ${tried} such submissions score as high as the correct one`
    : `${title}: ${tried - accepted} of ${tried} such submissions score lower`;
  return [
    {
      rule: degrading ? 'false-accept' : 'false-reject',
      level: degrading ? 'error' : 'warning',
      message,
      ...placed(files, example.task, `${id} at ${example.place}`),
    },
  ];
}

function pairFindings({ falsification }: BridgeMeasurements, files: TargetFiles): readonly OutputFinding[] {
  return (falsification?.pairs ?? []).map(({ task, edits, places, correct, worse, correctScore, score }) => ({
    rule: 'minimal-pair',
    level: 'error',
    message: `${short(worse)} scores ${score}, and ${short(correct)} scores ${correctScore}`,
    ...placed(files, task, `${edits.join(', ')} at ${places.join(', ')}`),
  }));
}

function exceptionFindings({ exceptions }: BridgeMeasurements, files: TargetFiles): readonly OutputFinding[] {
  return exceptions.map(({ type, task, message, count }) => ({
    rule: 'scorer-exception',
    level: 'warning',
    message: `${type}, ${count} times: ${short(message)}`,
    ...placed(files, task, type),
  }));
}

/** What an audit of a released scorer found, item by item and edit by edit, for the forms of a pull request. */
export function targetReport(document: TargetAudit, files: TargetFiles): OutputReport {
  const report = auditReport(document, files.scorer);
  const findings = Object.values(document.profiles).flatMap(({ measurements }) => [
    ...Object.entries(measurements.kernel).flatMap(([id, row]) => editFinding(id, row, files)),
    ...pairFindings(measurements, files),
    ...exceptionFindings(measurements, files),
  ]);
  const broken = new Set(findings.map(({ rule }) => rule));
  return {
    ...report,
    rules: [...report.rules, ...RULES.filter(({ id }) => broken.has(id))],
    findings: [...report.findings, ...findings],
  };
}
