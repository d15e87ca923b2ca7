import type { JudgeSettings } from '../commands/trial/judging.ts';
import type { LiveSettings } from '../commands/trial/live.ts';
import { MeasurandError } from '../core/errors.ts';

/** Options of `measurand trial` about models that answer live, and about judges. */
export const LIVE_ARGS = {
  mode: {
    type: 'enum',
    options: ['scripted', 'live'],
    description: "How the model is given: by each trial's script, or live",
    default: 'scripted',
  },
  model: {
    type: 'string',
    description: 'With --mode live: the model, such as compatible:ENDPOINT/NAME',
    valueHint: 'ID',
  },
  'base-url': {
    type: 'string',
    description: 'With --mode live: where the model is served',
    valueHint: 'URL',
  },
  record: { type: 'string', description: 'With --mode live: folder to record runs in', valueHint: 'DIR' },
  replay: {
    type: 'string',
    description: 'With --mode live: such a folder; nobody is asked',
    valueHint: 'DIR',
  },
  judge: {
    type: 'string',
    description: 'With run and score: the model that judges the lines of rubrics',
    valueHint: 'ID',
  },
  'judge-record': { type: 'string', description: 'File to record the judge in', valueHint: 'FILE' },
  'judge-replay': { type: 'string', description: 'Such a file; nobody is asked', valueHint: 'FILE' },
  prices: {
    type: 'string',
    description: 'Catalogue of prices in place of the one that comes with Measurand',
    valueHint: 'FILE',
  },
} as const;

/** Those options as they were given. */
export interface LiveGiven {
  readonly mode: string;
  readonly model: string | undefined;
  readonly 'base-url': string | undefined;
  readonly record: string | undefined;
  readonly replay: string | undefined;
  readonly judge: string | undefined;
  readonly 'judge-record': string | undefined;
  readonly 'judge-replay': string | undefined;
}

const usage = (what: string, next: string): MeasurandError =>
  new MeasurandError('invalid-usage', what, { next });

/** The members that are there, for options that are absent rather than undefined. */
export const present = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** The live model that was asked for, if so. @throws MeasurandError `invalid-usage` */
export function liveSettings(args: LiveGiven): LiveSettings | undefined {
  const { mode, model, record, replay } = args;
  const options = present({ baseUrl: args['base-url'], record, replay });
  if (mode !== 'live') {
    const stray = model === undefined ? Object.keys(options)[0] : 'model';
    if (stray === undefined) return undefined;
    throw usage(
      `--${stray === 'baseUrl' ? 'base-url' : stray} says nothing about scripted runs`,
      'Add --mode live',
    );
  }
  if (model === undefined) throw usage('--model is needed for live runs', 'Such as compatible:local/llama3');
  return { model, ...options };
}

/** The judge that was named, if so. @throws MeasurandError `invalid-usage` */
export function judgeSettings(args: LiveGiven): JudgeSettings | undefined {
  const options = present({ record: args['judge-record'], replay: args['judge-replay'] });
  if (args.judge !== undefined) return { model: args.judge, ...options };
  const [stray] = Object.keys(options);
  if (stray === undefined) return undefined;
  throw usage(`--judge-${stray} needs --judge`, 'Name the judge, also when it is replayed');
}
