import { blind, type Step } from '../../scripts/styles.ts';
import { FILE_TOKEN, LAB_DONE, LAB_FILES, LAB_PROMPT, LONG_FILE_LINES } from '../lab-files.ts';
import { alone, type CellReading, type Probe, type ProbeEvidence, type ProbeSession } from '../probe.ts';
import { fromResult } from '../reading/excerpt.ts';
import { keptWhole, noteTruth, rowsShown, shownPart } from '../reading/long-text.ts';
import { exitCode, silence } from '../reading/process.ts';

const STEPS: readonly Step[] = [
  { moves: [{ key: 'exit3', move: { move: 'shell', command: 'sh both.sh' } }] },
  { moves: [{ key: 'quiet', move: { move: 'shell', command: 'sh quiet.sh' } }] },
  { moves: [{ key: 'exit7', move: { move: 'shell', command: 'sh seven.sh' } }] },
  { moves: [{ key: 'readall', move: { move: 'readFile', path: 'long.txt' } }] },
  { moves: [{ key: 'readpart', move: { move: 'readFile', path: 'long.txt', offset: 4998, limit: 5 } }] },
  { moves: [{ key: 'long', move: { move: 'shell', command: 'sh draw.sh' } }] },
];

function readWhole(text: string): Pick<CellReading, 'value' | 'detail'> {
  const { first, last, rows } = rowsShown(text);
  const whole = rows === LONG_FILE_LINES;
  const gap = rows < last - first + 1;
  return {
    value: whole ? 'whole file' : gap ? 'middle cut' : `lines ${first}-${last}`,
    detail: { characters: text.length, token: text.includes(FILE_TOKEN) },
  };
}

/** Whether silence after exit code 7 looks the same as silence after exit code 0. */
function silentFailure(evidence: ProbeEvidence): CellReading {
  const success = evidence.shown('quiet')?.result.text;
  return fromResult(evidence, 'exit7', (text, isError) =>
    text === success ? { value: 'same as success' } : exitCode(7)(text, isError),
  );
}

const PROBES: readonly Probe[] = [
  {
    id: 'long-output-part',
    title: '200 KB in 4,002 lines: which part is sent',
    group: 'output',
    keys: ['long'],
    read: (evidence) => fromResult(evidence, 'long', shownPart),
  },
  {
    id: 'long-output-kept',
    title: '… and is the whole kept, its path told',
    group: 'output',
    keys: ['long'],
    read: (evidence) => fromResult(evidence, 'long', (text) => keptWhole(text, evidence.left)),
  },
  {
    id: 'long-output-note',
    title: '… and is the amount in the note true',
    group: 'output',
    keys: ['long'],
    read: (evidence) => fromResult(evidence, 'long', noteTruth),
  },
  {
    id: 'exit-3',
    title: 'exit 3 with words on both streams',
    group: 'output',
    keys: ['exit3'],
    read: (evidence) => fromResult(evidence, 'exit3', exitCode(3)),
  },
  {
    id: 'exit-0-silent',
    title: 'exit 0, no output',
    group: 'output',
    keys: ['quiet'],
    read: (evidence) => fromResult(evidence, 'quiet', silence),
  },
  {
    id: 'exit-7-silent',
    title: 'exit 7, no output',
    group: 'output',
    keys: ['exit7'],
    read: silentFailure,
  },
  {
    id: 'read-long',
    title: 'read of a 6,000-line file',
    group: 'output',
    keys: ['readall'],
    read: (evidence) => fromResult(evidence, 'readall', readWhole),
  },
  {
    id: 'read-part',
    title: 'read from line 4998, five lines',
    group: 'output',
    keys: ['readpart'],
    read: (evidence) =>
      fromResult(evidence, 'readpart', (text) => {
        const { first, last } = rowsShown(text);
        return { value: first === 0 ? 'no lines' : `lines ${first}-${last}` };
      }),
  },
];

/** One session of commands and reads, none of which can end it. */
export const OUTPUT_SESSION: ProbeSession = {
  id: 'output',
  prompts: [LAB_PROMPT],
  plan: alone(blind('output', STEPS, LAB_DONE)),
  workspace: LAB_FILES,
  limitSeconds: 300,
  probes: PROBES,
};
