/**
 * A whole small trial: a program prints a code, and a file must hold it. What it tells of each part is what a new trial
 * puts there.
 */
export const starterTrial = (id: string, title: string): string => `// @ts-check
/**
 * ${id}: ${title.replaceAll('*/', '')}
 *
 * Check it:  measurand trial lint --trial THIS-FILE
 * Run it:    measurand trial run --harness reference --trial THIS-FILE
 */

const OUTPUT = 'answer.json';

/** @param {any} kit everything that a trial is made with: see docs/writing-trials.md */
export default ({ defineTrial, lines, script, files }) =>
  defineTrial({
    id: '${id}',
    // What the catalogue says of its own trials. One line of each kind named here must stand on the sheets below.
    outline: {
      title: ${JSON.stringify(title)},
      dimension: 'Execution',
      property: 'EXE-01',
      also: [],
      turns: 'single',
      live: true,
      story: 'A program prints a code; the file must hold it.',
      private: 'the code',
      anchor: 'process outcome',
      hardGate: null,
      harness: ['K3', 'K1', 'K10'],
      agent: ['V1', 'V2', 'V5'],
      chain: 'K3 fails → the code is in no request → V1',
    },

    // The user's words, a turn each. No private value stands here.
    prompts: ['Run bin/answer. Write answer.json with one member, "code", the code that it prints.'],
    // Means that a harness cannot do without: 'tool-servers', 'resume', 'background', 'delegate', 'hooks', …
    needs: [],
    // One-time values, drawn from the seed. Only programs, services, rules and the verifier see them.
    draw(values) {
      values.code('code', 'ANS');
    },
    // bin/answer asks the run what to do, so the code stands in no file and no command.
    programs: [{ name: 'answer', actions: (_, { code }) => [{ out: \`the code is \${code}\\n\` }, { exit: 0 }] }],
    secondsPerTurn: 60,
    outputs: [OUTPUT],
    // The anchor of truth: whether the work came out right, whatever the sheets say.
    verify: (evidence, { code }) => files.jsonLeft(evidence, OUTPUT).code === code,
    gates: [],

    // The Harness sheet (K kinds) and the Agent sheet (V kinds): a line for each requirement.
    harness: [lines.shownWhole('answer', 'code'), lines.everyCallPaired(), lines.recordedOnce('answer')],
    agent: [
      lines.deliversMember(OUTPUT, 'code'),
      lines.jsonWith(OUTPUT, ['code']),
      lines.reportsTruly('the code was filed if the program printed it'),
    ],
    // What a failed harness line does to the model, and which agent line then fails; by number, from 1.
    chains: [
      {
        harness: 1,
        distortion: 'the output of the program is lost, so the code is in no request',
        agent: 1,
        repair: { key: 'answer', restores: ({ code }) => \`the code is \${code}\` },
      },
    ],

    // The fixed model. It copies what it was told, and writes UNKNOWN where it was told nothing.
    script: {
      style: 'echo',
      agentLayer: 'pinned',
      keys: ['answer', 'write'],
      plan: () =>
        script.alone(
          script.stepwise(
            '${id.toLowerCase()}',
            [
              script.step('answer', { move: 'shell', command: 'bin/answer' }),
              script.stepFrom('write', ({ find }) =>
                files.writeJson(OUTPUT, { code: find('answer', /ANS-[A-Z0-9]{8}/) }),
              ),
            ],
            () => 'The code is filed.',
          ),
        ),
      // Skips the mechanism; lint demands that it fails.
      shortcut: () =>
        script.alone(
          script.stepwise(
            '${id.toLowerCase()}-shortcut',
            [script.step('write', files.writeJson(OUTPUT, { code: 'ANS-00000000' }))],
            () => 'Done.',
          ),
        ),
    },
  });
`;
