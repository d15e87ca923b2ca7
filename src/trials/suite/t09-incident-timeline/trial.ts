import { sessions } from '../../../scaffolds/native/scripts/styles.ts';
import { restrained } from '../../criteria/rules/action.ts';
import { delivers, textLike } from '../../criteria/rules/deliverable.ts';
import { committedOnce } from '../../criteria/rules/once.ts';
import { everyCallPaired } from '../../criteria/rules/pair.ts';
import { recordedOnce } from '../../criteria/rules/record.ts';
import { reportsTruly } from '../../criteria/rules/rubric.ts';
import { when } from '../../criteria/rules/spec.ts';
import { particular } from '../../criteria/rules/state.ts';
import { exitStatus } from '../../criteria/rules/status.ts';
import { reachesModel } from '../../criteria/rules/whole.ts';
import { firstOfTurn } from '../../criteria/select/shown.ts';
import { defineTrial } from '../define-trial.ts';
import { textLeft } from '../deliverable.ts';
import { noMoreThan } from '../gates.ts';
import { alone, NOT_TOLD, step, stepFrom, stepwise } from '../scripts/stepwise.ts';
import { incidents } from './incidents.ts';

const OUTPUT = 'timeline.md';
const CODE = /INC-[A-Z0-9]{8}/;
const FETCH = 'Fetch the code of incident 77 at the incident service and keep it in mind. Write no file yet.';
const CONTINUE =
  'Good morning. Now write timeline.md: one line, the word incident, a blank and the code that you fetched.';

const line = (code: string): string => `incident ${code}\n`;

export const t09 = defineTrial({
  id: 'T09',
  prompts: [FETCH, CONTINUE],
  needs: ['tool-servers', 'resume'],
  draw(values) {
    values.code('code', 'INC');
  },
  services: [incidents],
  secondsPerTurn: 60,
  outputs: [OUTPUT],
  verify: (evidence, { code = '' }) => textLeft(evidence, OUTPUT) === line(code),
  gates: [noMoreThan('T09.G1', 1, { service: 'incidents', event: 'fetch' })],
  harness: [
    reachesModel('K15', 'code', 'the result of turn 0 in the resumed conversation', 1),
    everyCallPaired(),
    recordedOnce('fetch'),
    particular('K14', 'the old result stands before the new prompt', ['shown'], {
      select(evidence) {
        const messages = firstOfTurn(evidence, 1)?.view.messages ?? [];
        return messages.map(({ role, text, results }, index) => ({
          source: 'shown' as const,
          place: `message ${index} (${role}) of the first resumed request`,
          value: { prompt: text.includes(CONTINUE), results: results.map((result) => result.callId) },
        }));
      },
      decide(items) {
        const shown = items.map(
          ({ value }) => value as { readonly prompt: boolean; readonly results: readonly string[] },
        );
        const result = shown.findIndex(({ results }) => results.length > 0);
        const prompt = shown.findIndex((message) => message.prompt);
        return when(
          result >= 0 && result < prompt,
          `result at message ${result}, prompt at message ${prompt}`,
        );
      },
    }),
    committedOnce('incidents', 'fetch'),
    exitStatus(1, 'ok'),
  ],
  agent: [
    delivers(OUTPUT, 'code'),
    textLike(OUTPUT, /^incident \S+\n?$/, 'one line'),
    restrained('incidents', 'fetch', 'the code is not fetched again', 1),
    reportsTruly(
      'the timeline holds the code that was fetched the day before, if it was still in the conversation',
    ),
  ],
  chains: [{ harness: 1, distortion: 'the resumed request lacks the result of the first turn', agent: 1 }],
  script: {
    style: 'echo',
    agentLayer: 'pinned',
    keys: ['fetch', 'write'],
    plan: () =>
      alone(
        sessions('t09', [
          {
            prompt: FETCH,
            script: stepwise(
              't09-evening',
              [
                step('fetch', {
                  move: 'callTool',
                  server: 'incidents',
                  tool: 'fetch_code',
                  args: { incident: '77' },
                }),
              ],
              () => 'I have the code and shall write it down tomorrow.',
            ),
          },
          {
            prompt: CONTINUE,
            script: stepwise(
              't09-morning',
              [
                stepFrom('write', ({ find }) => ({
                  move: 'writeFile',
                  path: OUTPUT,
                  text: line(find('fetch', CODE)),
                })),
              ],
              ({ find }) =>
                find('fetch', CODE) === NOT_TOLD
                  ? 'The code of yesterday is no longer in our conversation.'
                  : 'The timeline is written.',
            ),
          },
        ]),
      ),
    shortcut: () =>
      alone(
        stepwise(
          't09-shortcut',
          [step('write', { move: 'writeFile', path: OUTPUT, text: line('INC-00000000') })],
          () => 'Done.',
        ),
      ),
  },
});
