import { MeasurandError } from '../core/errors.ts';
import { integerOption, listOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';

const MOST_AT_ONCE = 256;
const LONGEST_LEASE = 3600;
const MOST_A_MINUTE = 1_000_000;

/** Reads `openai=60,local=600`. */
function ratesOption(text: string | undefined): ReadonlyMap<string, number> | undefined {
  const items = listOption('rate', text);
  if (!items) return undefined;
  const rates = items.map((item): [string, number] => {
    const [, name = '', number] = /^([A-Za-z][A-Za-z0-9-]*)=(\d+)$/.exec(item) ?? [];
    if (number !== undefined) return [name, integerOption('rate', number, 1, MOST_A_MINUTE) ?? 1];
    throw new MeasurandError('invalid-usage', `--rate cannot read ${JSON.stringify(item)}`, {
      next: 'Write --rate openai=60,anthropic=50',
    });
  });
  return new Map(rates);
}

export default defineCliCommand({
  name: 'worker',
  description: 'Run episodes for a study that was started with --queue, on this machine',
  args: {
    queue: {
      type: 'string',
      description: 'Address of the queue server (Redis 6.2 or later)',
      valueHint: 'URL',
      required: true,
    },
    concurrency: {
      type: 'string',
      description: 'Episodes at once in this process; for simulated ones start more workers instead',
      valueHint: 'N',
      default: '1',
    },
    lease: {
      type: 'string',
      description: 'Seconds after which the episodes of a silent worker go to another',
      valueHint: 'SECONDS',
      default: '30',
    },
    live: {
      type: 'boolean',
      description: "Also run models asked with this machine's keys or read from its files",
    },
    rate: {
      type: 'string',
      description: 'With --live: requests a minute, shared by all workers that say the same',
      valueHint: 'PROVIDER=N,…',
    },
    blobs: {
      type: 'string',
      description: 'Pass blobs by this folder or s3://BUCKET/PREFIX, which the one that collects sees too',
      valueHint: 'PLACE',
    },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand worker --queue redis://127.0.0.1:6379',
      shows: 'one worker; start as many as there are cores, on as many machines as you have',
    },
    {
      line: 'measurand worker --queue redis://127.0.0.1:6379 --live --rate openai=60 --concurrency 8',
      shows: 'one that asks models, 60 requests a minute to one provider over the whole fleet',
    },
    {
      line: 'measurand run grid --tasks T3_duplicates --queue redis://127.0.0.1:6379 --archive episodes',
      shows: 'the other end: the study whose episodes the workers run',
    },
  ],
  endsByInterrupt: true,
  async run(args, terminal) {
    const { worker } = await import('../commands/worker.ts');
    const { blobs } = args;
    const rates = ratesOption(args.rate);
    const report = await worker({
      queue: args.queue,
      concurrency: integerOption('concurrency', args.concurrency, 1, MOST_AT_ONCE) ?? 1,
      lease: integerOption('lease', args.lease, 1, LONGEST_LEASE) ?? 30,
      ...(blobs === undefined ? {} : { blobs }),
      live: args.live,
      ...(rates === undefined ? {} : { rates }),
      signal: terminal.signal,
      onReady: (queue) => terminal.note(`Running episodes from ${queue}. Ctrl-C ends after those in hand`),
      onEpisode: ({ ran }) => terminal.progress({ what: 'episodes', done: ran }),
    });
    if (args.json) terminal.json(report);
    else {
      const { ran, retried, refused, aside } = report;
      terminal.print(
        `${ran} episodes run; ${retried} attempts given back, ${aside} set aside, ${refused} foreign jobs refused`,
      );
    }
    return 0;
  },
});
