/** What every prompt of the lab says. Children are told from the main agent by it. */
export const LAB_PROMPT = 'Do the scripted task.';

/** The last words of a script that came to its end. */
export const LAB_DONE = 'LAB-DONE';

export const LONG_OUTPUT_LINES = 4000;

/** Tokens stand in files that programs print from, never in a command: a harness may repeat the command. */
const DRAW = `awk 'BEGIN {
  print "HEAD-" "MARK-7Q2"
  for (i = 1; i <= ${LONG_OUTPUT_LINES}; i++) printf "%06d abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq\\n", i
  print "TAIL-" "MARK-9X4"
}'
`;

export const HEAD_MARK = 'HEAD-MARK-7Q2';
export const TAIL_MARK = 'TAIL-MARK-9X4';

/** The whole output of the drawing program. */
export function longOutput(): string {
  const lines = Array.from(
    { length: LONG_OUTPUT_LINES },
    (_, at) => `${String(at + 1).padStart(6, '0')} abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq`,
  );
  return `${[HEAD_MARK, ...lines, TAIL_MARK].join('\n')}\n`;
}

export const LONG_FILE_LINES = 6000;
export const FILE_TOKEN = 'FILE-TOKEN-5H8';

/** 6,000 numbered lines; the token stands in line 5,000. */
function longFile(): string {
  return `${Array.from({ length: LONG_FILE_LINES }, (_, at) =>
    at + 1 === 5000 ? `row 5000 ${FILE_TOKEN}` : `row ${at + 1} of the file`,
  ).join('\n')}\n`;
}

/**
 * Programs of the lab. `pause` waits without the word that one harness looks for in commands; `timed` writes down when
 * it began and ended; `mark` leaves a file behind as proof that it ran.
 */
export const LAB_FILES: Readonly<Record<string, string>> = {
  'draw.sh': DRAW,
  'both.sh': 'echo "OUT-MARK"\necho "ERR-MARK" >&2\nexit 3\n',
  'seven.sh': 'exit 7\n',
  'quiet.sh': 'exit 0\n',
  'pause.sh': 'sleep "$1"\necho "PAUSE-OVER"\n',
  'timed.sh': 'date +%s%N > "began-$1"\nsleep "$2"\ndate +%s%N > "ended-$1"\necho "TIMED-$1-MARK"\n',
  'mark.sh': 'echo ran >> "ran-$1"\necho "MARKED"\n',
  'long.txt': longFile(),
};
