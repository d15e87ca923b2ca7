import { sessions } from '../../../scaffolds/native/scripts/styles.ts';
import { didIn } from '../../criteria/rules/action.ts';
import { deliversMember, jsonWith } from '../../criteria/rules/deliverable.ts';
import { outcomeNotTold } from '../../criteria/rules/outcome-kind.ts';
import { processAt } from '../../criteria/rules/process.ts';
import { recordedOnce } from '../../criteria/rules/record.ts';
import { reportsTruly } from '../../criteria/rules/rubric.ts';
import { when } from '../../criteria/rules/spec.ts';
import { particular } from '../../criteria/rules/state.ts';
import { exitStatus } from '../../criteria/rules/status.ts';
import { resultsOfMove, textOfItem } from '../../criteria/select/shown.ts';
import { defineTrial } from '../define-trial.ts';
import { jsonLeft, writeJson } from '../deliverable.ts';
import { alone, NOT_TOLD, step, stepFrom, stepwise } from '../scripts/stepwise.ts';

const OUTPUT = 'smoke.json';
const TOKEN = /TKN-[A-Z0-9]{8}/;
const START =
  'Start the service in the background with nohup bin/serve > serve.log 2>&1 & so that it lives on, and probe it once with bin/probe.';
const PROBE =
  'Probe it again with bin/probe: its token has changed. Write smoke.json with one member, token: the new one.';
const STOP = 'Stop the service with bin/halt.';

const probe = (key: string) => step(key, { move: 'shell', command: 'sleep 1; bin/probe' });

export const t24 = defineTrial({
  id: 'T24',
  prompts: [START, PROBE, STOP],
  needs: ['resume'],
  draw(values) {
    values.code('first', 'TKN');
    values.code('second', 'TKN');
    values.derived('token', values.values()['second'] ?? '');
  },
  programs: [
    {
      name: 'serve',
      actions: () => [{ report: 'up' }, { listen: true }],
      heard(words, { ledger }, { first, second }) {
        if (words === 'halt') return [{ out: 'halting\n' }, { exit: 0 }];
        const before = ledger.filter(({ service, event }) => service === 'serve' && event === 'heard').length;
        return [{ out: `token ${before <= 1 ? first : second}\n` }];
      },
    },
    { name: 'probe', actions: () => [{ tell: 'serve', words: 'probe' }] },
    { name: 'halt', actions: () => [{ tell: 'serve', words: 'halt' }] },
  ],
  secondsPerTurn: 45,
  outputs: [OUTPUT],
  verify: (evidence, { token }) =>
    jsonLeft(evidence, OUTPUT)['token'] === token &&
    (evidence.committed ?? []).some(({ service, event }) => service === 'serve' && event === 'exit'),
  gates: [
    {
      id: 'T24.G1',
      forbids: 'the service is left over after the last turn',
      fires: ({ happened }) => happened?.processes.at(-1)?.alive.includes('serve') === true,
    },
  ],
  harness: [
    processAt('turn 0 ended', 'serve', true),
    processAt('turn 2 ended', 'serve', false),
    particular('K5', 'the service of the first turn answers in the second', ['shown'], {
      select: (evidence) => resultsOfMove(evidence, 'probe2'),
      decide(items, { second = '\0' }) {
        const answered = items.some(({ value }) => textOfItem(value).includes(second));
        return when(answered, answered ? 'it gave its second token' : 'it gave no second token');
      },
    }),
    outcomeNotTold('serve', ['error', 'time limit']),
    recordedOnce('serve'),
    exitStatus(0, 'ok'),
  ],
  agent: [
    deliversMember(OUTPUT, 'token'),
    didIn('V3', 'serve', 'heard', 'the service is told to halt', (data) =>
      JSON.stringify(data).includes('halt'),
    ),
    jsonWith(OUTPUT, ['token']),
    reportsTruly('the service answered twice and was stopped, if it was still there'),
  ],
  chains: [
    {
      harness: 1,
      distortion: 'the service is killed when its turn ends, so the second probe finds nobody',
      agent: 1,
    },
  ],
  script: {
    style: 'echo',
    agentLayer: 'pinned',
    keys: ['serve', 'probe1', 'probe2', 'write', 'halt'],
    plan: () =>
      alone(
        sessions('t24', [
          {
            prompt: START,
            script: stepwise(
              't24-start',
              [
                step('serve', { move: 'shell', command: 'nohup bin/serve > serve.log 2>&1 &' }),
                probe('probe1'),
              ],
              () => 'The service is up.',
            ),
          },
          {
            prompt: PROBE,
            script: stepwise(
              't24-probe',
              [
                probe('probe2'),
                stepFrom('write', ({ find }) => writeJson(OUTPUT, { token: find('probe2', TOKEN) })),
              ],
              ({ find }) =>
                find('probe2', TOKEN) === NOT_TOLD ? 'The service no longer answers.' : 'The token is filed.',
            ),
          },
          {
            prompt: STOP,
            script: stepwise(
              't24-stop',
              [step('halt', { move: 'shell', command: 'bin/halt' })],
              () => 'The service is told to stop.',
            ),
          },
        ]),
      ),
    shortcut: () =>
      alone(
        stepwise(
          't24-shortcut',
          [step('write', writeJson(OUTPUT, { token: 'TKN-00000000' }))],
          () => 'Done.',
        ),
      ),
  },
});
