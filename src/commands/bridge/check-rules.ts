import type { JsonValue } from '../../core/json.ts';
import { Random } from '../../core/random.ts';
import {
  BRIDGE_HOOKS,
  BridgeFailure,
  type BridgeSession,
  HELLO,
  HelloReply,
  type RawJson,
  type Reply,
  ScoreReply,
  TasksReply,
  TruthReply,
} from '../../scorers/bridge/index.ts';

/** What a rule found: nothing, or the sentence that says how it was broken. */
export type RuleResult = 'pass' | { readonly fail: string } | { readonly notProbed: string };

/** What the rules share: a way to start the target, and what earlier rules learnt. */
export interface RuleContext {
  start(env?: Readonly<Record<string, string>>): BridgeSession;
  readonly milliseconds: number;
  hooks: readonly string[];
  task: string | undefined;
  submission: RawJson | undefined;
}

export interface BridgeRule {
  readonly id: string;
  readonly says: string;
  check(session: BridgeSession, context: RuleContext): Promise<RuleResult>;
}

const fail = (text: string): RuleResult => ({ fail: text });
const described = (reply: Reply): string =>
  'error' in reply ? `the error ${reply.error.code}` : 'an answer';

async function expectError(
  session: BridgeSession,
  ask: () => Promise<Reply>,
  codes: readonly string[],
): Promise<RuleResult> {
  const reply = await ask();
  if ('error' in reply && codes.includes(reply.error.code)) return stillThere(session);
  return fail(`expected ${codes.join(' or ')}, got ${described(reply)}`);
}

async function stillThere(session: BridgeSession): Promise<RuleResult> {
  const reply = await session.request('hello', HELLO, 10_000);
  return 'ok' in reply ? 'pass' : fail('it no longer greets afterwards');
}

const rule = (id: string, says: string, check: BridgeRule['check']): BridgeRule => ({ id, says, check });

const greets = rule(
  'hello',
  'greets in protocol 1.x, naming its target and its hooks',
  async (session, context) => {
    const reply = await session.request('hello', HELLO, context.milliseconds);
    if ('error' in reply) return fail(`hello gave ${described(reply)}`);
    const read = HelloReply.safeParse(reply.ok);
    if (!read.success)
      return fail(`hello: ${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`);
    context.hooks = read.data.hooks;
    const strange = read.data.hooks.find((hook) => !BRIDGE_HOOKS.some((known) => known === hook));
    return strange === undefined
      ? 'pass'
      : fail(`it names the hook ${JSON.stringify(strange)}, which is none`);
  },
);

const lists = rule(
  'list-tasks',
  'lists its tasks, each once, by pages as well as whole',
  async (session, context) => {
    if (!context.hooks.includes('list_tasks')) return { notProbed: 'list_tasks is no hook of it' };
    const ids: string[] = [];
    let cursor: JsonValue = null;
    for (let page = 0; page < 4; page += 1) {
      const reply: Reply = await session.request('list_tasks', { cursor, limit: 2 }, context.milliseconds);
      if ('error' in reply) return fail(`list_tasks gave ${described(reply)}`);
      const read = TasksReply.safeParse(reply.ok);
      if (!read.success) return fail('the list has no tasks with an id each');
      ids.push(...read.data.tasks.map(({ id }) => id));
      cursor = read.data.next;
      if (cursor === null) break;
    }
    context.task = ids[0];
    if (ids.length === 0) return fail('the list is empty');
    return new Set(ids).size === ids.length ? 'pass' : fail('a task is listed twice');
  },
);

const tells = rule(
  'truth',
  'gives the correct submission of a task, and its own scorer passes it',
  async (session, context) => {
    const { task, hooks, milliseconds } = context;
    if (task === undefined || !hooks.includes('truth')) return { notProbed: 'truth is no hook of it' };
    const reply = await session.request('truth', { task, seed: 0 }, milliseconds);
    if ('error' in reply) return fail(`truth gave ${described(reply)}`);
    if (!TruthReply.safeParse(reply.ok).success || !reply.submission)
      return fail('truth holds no submission');
    context.submission = reply.submission;
    const scored = await session.request(
      'score',
      { task, seed: 0, submission: reply.submission },
      milliseconds,
    );
    if ('error' in scored) return fail(`score of the correct submission gave ${described(scored)}`);
    return ScoreReply.safeParse(scored.ok).success
      ? 'pass'
      : fail('the answer to score holds no number as score');
  },
);

const pipelines = rule(
  'ids',
  'answers requests that were sent at once, each under its own id',
  async (session) => {
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => session.request('hello', HELLO, 20_000)));
    return replies.every((reply) => 'ok' in reply)
      ? 'pass'
      : fail('one of five requests at once was refused');
  },
);

const unknownMethod = rule('unsupported', 'answers an unknown method with unsupported', (session) =>
  expectError(session, () => session.request('dance' as 'hello', {}, 10_000), ['unsupported']),
);

const unknownTask = rule(
  'unknown-task',
  'answers for a task that it does not have with unknown_task',
  async (session, context) => {
    if (!context.hooks.includes('truth')) return { notProbed: 'truth is no hook of it' };
    return expectError(session, () => session.request('truth', { task: 'no such task', seed: 0 }, 10_000), [
      'unknown_task',
    ]);
  },
);

const noSubmission = rule(
  'bad-request',
  'refuses to score where no submission is given',
  async (session, { task }) => {
    if (task === undefined) return { notProbed: 'no task is known' };
    return expectError(session, () => session.request('score', { task, seed: 0 }, 10_000), [
      'bad_request',
      'invalid_submission',
    ]);
  },
);

const unknownFields = rule('unknown-fields', 'ignores fields that it does not know', async (session) => {
  const reply = await session.request('hello', { ...HELLO, later: { versions: ['may', 'add'] } }, 10_000);
  return 'ok' in reply ? 'pass' : fail(`an unknown field gave ${described(reply)}`);
});

/** Whatever comes of a submission, it is an answer, and the target lives on. */
const survives = (id: string, says: string, make: () => string): BridgeRule =>
  rule(id, says, async (session, { task, milliseconds }) => {
    if (task === undefined) return { notProbed: 'no task is known' };
    await session.request('score', { task, seed: 0, submission: make() }, milliseconds);
    return stillThere(session);
  });

const separators = survives(
  'separators',
  'takes U+2028, U+2029 and U+0085 inside a line as characters',
  () => 'a\u2028b\u2029c\u0085d\u000be',
);
const huge = survives('huge-line', 'answers a line of seven mebibytes', () => 'x'.repeat(7 * 2 ** 20));
const controls = survives(
  'hostile-text',
  'answers a submission of control characters, lone surrogates and quotation marks',
  () => '\u0000\u001b[31m\ud800"\\\n\r\u202e',
);

const deep = rule('deep-line', 'lives through a line of ten thousand nested lists', (session) => {
  session.sendLine(
    `{"id":0,"method":"score","params":{"submission":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  );
  return stillThere(session);
});

const fuzzed = rule('fuzzed-lines', 'lives through two hundred lines of seeded nonsense', async (session) => {
  const random = new Random('bridge:fuzz');
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    'null',
    '1e999',
    '\\u0000',
    'id',
    'method',
    '\u2028',
    ' ',
    'é',
  ];
  for (let i = 0; i < 200; i += 1) {
    session.sendLine(Array.from({ length: random.below(40) }, () => random.choice(pieces)).join(''));
  }
  return stillThere(session);
});

const carriage = rule('crlf', 'takes a carriage return before the line feed', (session) => {
  session.sendLine('\r');
  return stillThere(session);
});

async function scoreText(session: BridgeSession, context: RuleContext): Promise<string | undefined> {
  const { task, submission, milliseconds } = context;
  if (task === undefined || submission === undefined) return undefined;
  const reply = await session.request('score', { task, seed: 0, submission }, milliseconds);
  return 'ok' in reply ? JSON.stringify([reply.ok['score'], reply.ok['passed']]) : reply.error.code;
}

const replays = rule(
  'determinism',
  'scores the same again, in the same process and in a fresh one under another hash seed',
  async (session, context) => {
    const first = await scoreText(session, context);
    if (first === undefined) return { notProbed: 'no correct submission is known' };
    const again = await scoreText(session, context);
    if (again !== first) return fail(`the same submission gave ${first}, then ${again}`);
    const fresh = context.start({ PYTHONHASHSEED: '1' });
    try {
      const third = await scoreText(fresh, context);
      return third === first ? 'pass' : fail(`a fresh process gave ${third} instead of ${first}`);
    } finally {
      await fresh.kill();
    }
  },
);

const leaks = rule(
  'state',
  'keeps nothing of a bad submission for the next score',
  async (session, context) => {
    const first = await scoreText(session, context);
    const { task, milliseconds } = context;
    if (first === undefined || task === undefined) return { notProbed: 'no correct submission is known' };
    await session.request('score', { task, seed: 0, submission: null }, milliseconds);
    const third = await scoreText(session, context);
    return third === first ? 'pass' : fail(`correct gave ${first}, and after a bad submission ${third}`);
  },
);

const ends = (how: 'shutdown' | 'end-of-input', says: string): BridgeRule =>
  rule(how, says, async (session, { milliseconds }) => {
    await session.request('hello', HELLO, milliseconds);
    return (await session.endsItself(how, 5000)) ? 'pass' : fail('it was still running five seconds later');
  });

const killed = rule(
  'kill',
  'can be killed in the middle of a request and started again',
  async (session, context) => {
    const { task, milliseconds } = context;
    await session.request('hello', HELLO, milliseconds);
    const open = session
      .request('score', { task: task ?? '', seed: 0, submission: null }, milliseconds)
      .catch((error: unknown) => error instanceof BridgeFailure);
    await session.kill();
    await open;
    const next = context.start();
    try {
      return await stillThere(next);
    } finally {
      await next.kill();
    }
  },
);

/** Every rule of the protocol that can be seen from outside, in the order in which they are tried. */
export const BRIDGE_RULES: readonly BridgeRule[] = [
  greets,
  lists,
  tells,
  pipelines,
  unknownMethod,
  unknownTask,
  noSubmission,
  unknownFields,
  carriage,
  separators,
  controls,
  huge,
  deep,
  fuzzed,
  replays,
  leaks,
  killed,
  ends('shutdown', 'ends when it is told to shut down'),
  ends('end-of-input', 'ends at the end of its input'),
];
