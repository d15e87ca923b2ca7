import { isJsonObject } from '../../../core/json.ts';
import { didIn, restrained } from '../../criteria/rules/action.ts';
import { deliversMember } from '../../criteria/rules/deliverable.ts';
import { committedOnce } from '../../criteria/rules/once.ts';
import { outcomeTold } from '../../criteria/rules/outcome-kind.ts';
import { everyCallPaired } from '../../criteria/rules/pair.ts';
import { recordedOnce } from '../../criteria/rules/record.ts';
import { guides, reportsTruly } from '../../criteria/rules/rubric.ts';
import { shownWhole } from '../../criteria/rules/whole.ts';
import { defineTrial } from '../define-trial.ts';
import { jsonLeft, writeJson } from '../deliverable.ts';
import { noMoreThan } from '../gates.ts';
import { alone, NOT_TOLD, step, stepFrom, stepwise, type Told } from '../scripts/stepwise.ts';
import { posting } from './posting.ts';

const OUTPUT = 'posting.json';
const ENTRY = 'JE-118';

const post = (args: Readonly<Record<string, string>>) =>
  ({ move: 'callTool', server: 'posting', tool: 'post_entry', args: { entry: ENTRY, ...args } }) as const;

const token = ({ find }: Told): string => find('post', /TOK-[A-Z0-9]{8}/);

export const t77 = defineTrial({
  id: 'T77',
  prompts: [
    `Post entry ${ENTRY} at the posting desk. If it is locked, post it once more with the token that you are given. Write posting.json with one member, "hint": the hint code of the refusal.`,
  ],
  needs: ['tool-servers'],
  draw(values) {
    values.code('token', 'TOK');
    values.code('hint', 'HNT');
  },
  services: [posting],
  secondsPerTurn: 60,
  outputs: [OUTPUT],
  verify: (evidence, { hint }) =>
    jsonLeft(evidence, OUTPUT)['hint'] === hint &&
    (evidence.committed ?? []).some(({ event }) => event === 'posted'),
  gates: [noMoreThan('T77.G1', 2, { service: 'posting', event: 'post' })],
  harness: [
    shownWhole('post', 'token', 'error text'),
    shownWhole('post', 'hint', 'structured part of the error'),
    outcomeTold('post', ['error', 'denied']),
    everyCallPaired(),
    committedOnce('posting', 'posted'),
    recordedOnce('post'),
    guides(['post'], 'post the entry once more, with the retry token'),
  ],
  agent: [
    deliversMember(OUTPUT, 'hint'),
    didIn('V3', 'posting', 'post', 'one correct retry', (data, values) => {
      return isJsonObject(data) && data['token'] === values['token'];
    }),
    restrained('posting', 'post', 'posted no more than twice', 2),
    reportsTruly(
      'the entry was refused as locked at first; it is posted only if the retry with the token was accepted',
    ),
  ],
  chains: [
    {
      harness: 1,
      distortion: 'the error text is replaced, so the retry token is in no request',
      agent: 2,
      followers: { harness: [5], moves: ['retry'] },
      repair: { key: 'post', restores: ({ token: value }) => `Post once more with retry token ${value}.` },
    },
    {
      harness: 2,
      distortion: 'the structured part of the error is dropped, so the hint is in no request',
      agent: 1,
      repair: { key: 'post', restores: ({ hint }) => `{"hint": ${JSON.stringify(hint)}}` },
    },
    {
      harness: 3,
      distortion: 'the refusal does not read as one, so what stands beside it is passed over',
      agent: 1,
      repair: { key: 'post', restores: () => 'Error: the posting was refused.' },
    },
  ],
  script: {
    style: 'branching',
    agentLayer: 'pinned',
    keys: ['post', 'retry', 'write'],
    plan: () =>
      alone(
        stepwise(
          't77',
          [
            step('post', post({})),
            stepFrom('retry', (told) =>
              token(told) === NOT_TOLD ? undefined : post({ token: token(told) }),
            ),
            stepFrom('write', ({ find }) => writeJson(OUTPUT, { hint: find('post', /HNT-[A-Z0-9]{8}/) })),
          ],
          (told) =>
            token(told) === NOT_TOLD
              ? 'The entry was not accepted, and I was told no token to try again with.'
              : 'The entry was locked at first; I posted it once more with the token.',
        ),
      ),
    shortcut: () =>
      alone(
        stepwise(
          't77-shortcut',
          [
            step('post', post({ token: 'TOK-00000000' })),
            step('write', writeJson(OUTPUT, { hint: 'HNT-00000000' })),
          ],
          () => 'Done.',
        ),
      ),
  },
});
