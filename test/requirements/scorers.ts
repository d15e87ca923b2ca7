import type { Requirement } from '../requirements.ts';

export const SCORERS = {
  'scorers.python.recorded': {
    source: 'comtradebench-reference §5, Traps for a TypeScript port',
    says: "JSON, numbers, white space and UTF-8 are read and printed as Python 3.11 does, its errors' texts included",
  },
  'scorers.judge.release-exact': {
    source: 'comtradebench-reference §5; judge.json',
    says: 'the shape judge equals the release on every vector: total, six unrounded dimensions, errors, details, exceptions',
  },
  'scorers.judge.never-throws': {
    source: 'DESIGN §4, Errors',
    says: 'whatever bytes the three files hold, the judge gives a report with a total from 0 to 100',
  },
  'scorers.rows.one-reading': {
    source: 'comtradebench-reference §5, Traps for a TypeScript port',
    says: 'a row read fast says what the exact reader says of it, whatever stands on the line',
  },
  'scorers.truth.lines-count': {
    source: 'comtradebench-reference §7, Ground-truth F1',
    says: 'every line that is not blank raises |S|, JSON or not; duplicates, totals rows and inventions raise nothing else',
  },
  'scorers.truth.order-free': {
    source: 'comtradebench-reference §7, Ground-truth F1',
    says: 'the order of the lines changes no score against the truth',
  },
  'scorers.truth.monotone': {
    source: 'DESIGN §7, stage 3',
    says: 'an invented row never raises F1, and a true record that was missing never lowers it',
  },
  'scorers.truth.by-id-apart': {
    source: 'comtradebench-reference §9.4, item 19',
    says: 'a submission of identifiers alone gets 0 for whole records with a note, and is graded under truth-id',
  },
  'scorers.all.named': {
    source: 'DESIGN §3, scorer / score',
    says: 'a score names its scorer, lies in [0, 1], is the same for the same submission, and does not depend on a model',
  },
  'scorers.command.refuses': {
    source: 'issue 2, must show 6',
    says: 'score refuses what is no submission in one coded error that names file and line, and scores nothing then',
  },
  'scorers.command.voids': {
    source: 'comtradebench-reference §5, Exceptions that void a submission',
    says: 'a submission that the judge breaks on is scored 0 with the exception as its note, and is no error',
  },
} satisfies Record<string, Requirement>;
