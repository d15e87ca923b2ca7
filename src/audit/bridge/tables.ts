import type { AuditTable } from '../document.ts';
import type { MinimalPair } from '../falsify/search.ts';
import type { EvidenceOrigin } from '../types.ts';
import type { BridgeMeasurements, EditOutcome } from './measurements.ts';

const text = (title: string) => ({ title, format: 'text' }) as const;
const integer = (title: string) => ({ title, format: 'integer' }) as const;

const READS: Readonly<Record<EditOutcome['label'], (row: EditOutcome) => string>> = {
  degrading: ({ accepted }) => (accepted > 0 ? 'false accepts' : 'seen'),
  equivalent: ({ accepted, tried }) => (accepted < tried ? 'false rejects' : 'tolerated'),
  undecided: () => 'decides nothing',
};

function kernelTable({ kernel }: BridgeMeasurements, origin: EvidenceOrigin): AuditTable {
  return {
    id: 'kernel',
    title: 'The kernel: acceptance by edit',
    about:
      'Each edit at every place where it applies, on tasks whose own answer passes. A degrading edit that is accepted and an equivalent one that is not are errors of the scorer.',
    origin,
    columns: [
      text('Edit'),
      text('What it does'),
      text('Label'),
      integer('Tasks'),
      integer('Accepted'),
      integer('Tried'),
      integer('Exceptions'),
      integer('Not probed'),
      text('Reading'),
      text('Example'),
    ],
    rows: Object.entries(kernel).map(([id, row]) => [
      id,
      row.title,
      row.label,
      row.tasks,
      row.accepted,
      row.tried,
      row.exceptions,
      row.notProbed,
      READS[row.label](row),
      row.example ? `${row.example.task} at ${row.example.place}` : '',
    ]),
  };
}

function judgeTable({ judge }: BridgeMeasurements, origin: EvidenceOrigin): AuditTable[] {
  if (!judge) return [];
  return [
    {
      id: 'judge',
      title: `Probes of the judge, ${judge.judge}`,
      about:
        'An attack must not help a wrong answer, an honest twin must still pass, and what is steady must stay as it was.',
      origin,
      columns: [
        text('Probe'),
        text('What it does'),
        text('Kind'),
        integer('Tried'),
        integer('Failed'),
        integer('Not probed'),
        text('Example'),
      ],
      rows: Object.entries(judge.probes).map(([id, row]) => [
        id,
        row.title,
        row.kind,
        row.tried,
        row.failed,
        row.notProbed,
        row.example ?? '',
      ]),
    },
  ];
}

/** Enough of a submission to see it by; the whole stands in audit.json. */
const LONGEST = 300;
const shown = (written: string): string =>
  written.length > LONGEST ? `${written.slice(0, LONGEST)}…` : written;

interface PairsTable {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly pairs: readonly MinimalPair[];
}

function pairsTable({ id, title, about, pairs }: PairsTable, origin: EvidenceOrigin): AuditTable[] {
  if (pairs.length === 0) return [];
  return [
    {
      id,
      title,
      about,
      origin,
      columns: [
        text('Task'),
        text('Edits'),
        text('Differs at'),
        text('Correct'),
        text('Other'),
        { title: 'Score of the correct', format: 'fixed:3' },
        { title: 'Score of the other', format: 'fixed:3' },
        integer('Candidate'),
      ],
      rows: pairs.map((pair) => [
        pair.task,
        pair.edits.join(', '),
        pair.places.join(', '),
        shown(pair.correct),
        shown(pair.worse),
        pair.correctScore,
        pair.score,
        pair.candidate,
      ]),
    },
  ];
}

function falsifierTables(
  { falsification }: BridgeMeasurements,
  origin: EvidenceOrigin,
  again: string,
): readonly AuditTable[] {
  if (!falsification) return [];
  const worse = pairsTable(
    {
      id: 'falsifier',
      title: 'Minimal pairs: worse, and scored as high',
      about: `Each was found by a seeded search and shrunk until no difference could be put back. ${again} finds them again.`,
      pairs: falsification.pairs,
    },
    origin,
  );
  const unseen = pairsTable(
    {
      id: 'unseen',
      title: 'Not seen by the scorer, for a person to judge',
      about:
        'Different, and scored as high. Whether the difference is one depends on the benchmark; --worse and --same say.',
      pairs: falsification.unseen,
    },
    origin,
  );
  return [...worse, ...unseen];
}

function tasksTable({ nullFloor, correct }: BridgeMeasurements, origin: EvidenceOrigin): AuditTable[] {
  const rows = [
    ...nullFloor.tasks.map((task) => [task, 'doing nothing scores above the minimum']),
    ...correct.failing.map((task) => [task, 'its own answer does not pass']),
  ];
  if (rows.length === 0) return [];
  return [
    {
      id: 'tasks',
      title: 'Tasks that need a look',
      about: 'Tasks that pass without work, and tasks that the published answer does not pass.',
      origin,
      columns: [text('Task'), text('What is wrong')],
      rows,
    },
  ];
}

function leakTable({ leak }: BridgeMeasurements, origin: EvidenceOrigin): AuditTable[] {
  if (!leak) return [];
  return [
    {
      id: 'leak',
      title: 'Solutions in the examples',
      about: `${leak.holding} of ${leak.displays} examples that the benchmark shows to a model hold the solution of a test task, word for word; so do they for ${leak.leaked.length} of ${leak.tasks} tasks.`,
      origin,
      columns: [text('Task')],
      rows: leak.leaked.map((task) => [task]),
    },
  ];
}

function ownershipTable({ ownership }: BridgeMeasurements, origin: EvidenceOrigin): AuditTable[] {
  if (!ownership) return [];
  return [
    {
      id: 'ownership-matrix',
      title: 'Who decides',
      about: 'One canned turn through each scaffold, then plain replies; no model was called.',
      origin,
      columns: [text('Decision'), ...ownership.levels.map(text), text('Evidence')],
      rows: ownership.decisions.map(({ id, owner, evidence }) => [
        id,
        ...ownership.levels.map((level) => owner[level] ?? null),
        evidence,
      ]),
    },
  ];
}

function exceptionsTable({ exceptions }: BridgeMeasurements, origin: EvidenceOrigin): AuditTable[] {
  if (exceptions.length === 0) return [];
  return [
    {
      id: 'exceptions',
      title: 'Scorer exceptions',
      about: 'The scorer raised an error. That is a finding about the scorer, and not a score of zero.',
      origin,
      columns: [text('Type'), integer('Times'), text('First task'), text('Message')],
      rows: exceptions.map(({ type, count, task, message }) => [type, count, task, message]),
    },
  ];
}

function apparatusTable({ apparatus }: BridgeMeasurements, origin: EvidenceOrigin): AuditTable {
  const { isolation, provenance, runtime } = apparatus;
  const held = (holds: boolean): string => (holds ? 'held' : 'not held');
  return {
    id: 'apparatus',
    title: 'What ran, and what held it',
    about: 'Only what was tried on this machine and seen to work is called held.',
    origin,
    columns: [text('What'), text('State')],
    rows: [
      ['Own process group', held(isolation.processGroup)],
      ['Own process namespace: no descendant outlives the target', held(isolation.processNamespace)],
      ['Fresh folder and home', held(isolation.freshFolder)],
      ['Environment by allow-list', held(isolation.environmentAllowList)],
      ['Network', apparatus.network],
      ['Read-only folders of the benchmark', String(isolation.readOnly.length)],
      ['Limits', isolation.limits.join(', ') || 'none'],
      ['Model calls', apparatus.modelCalls],
      ['Stubs', apparatus.stubs.join('; ') || 'none'],
      ['Runtime', `${runtime.language} ${runtime.version}`],
      ['Licence of the benchmark', apparatus.licence || 'not stated'],
      ['Distribution', provenance.package ? `${provenance.package} ${provenance.version ?? ''}` : 'none'],
      [
        'Commit',
        provenance.commit ? `${provenance.commit}${provenance.dirty ? ', with changes' : ''}` : 'none',
      ],
      ['Digest of all files that ran', provenance.tree ?? 'none'],
      ['Restarts', String(apparatus.restarts)],
    ],
  };
}

function filesTable({ apparatus }: BridgeMeasurements, origin: EvidenceOrigin): AuditTable[] {
  const { files } = apparatus.provenance;
  if (files.length === 0) return [];
  return [
    {
      id: 'files',
      title: 'Files that ran',
      about: 'SHA-256 of every file of the benchmark that was loaded, after the last score.',
      origin,
      columns: [text('File'), text('Role'), text('Digest')],
      rows: files.map(({ path, role, sha256 }) => [path, role, sha256]),
    },
  ];
}

/** The tables of a target's report, in reading order. */
export function targetTables(measurements: BridgeMeasurements, again: string): readonly AuditTable[] {
  const origin = measurements.apparatus.stubs.length > 0 ? 'executed with stubs' : 'executed';
  return [
    kernelTable(measurements, origin),
    ...judgeTable(measurements, origin),
    ...falsifierTables(measurements, origin, again),
    ...tasksTable(measurements, origin),
    ...leakTable(measurements, origin),
    ...ownershipTable(measurements, origin),
    ...exceptionsTable(measurements, origin),
    apparatusTable(measurements, origin),
    ...filesTable(measurements, origin),
  ];
}
