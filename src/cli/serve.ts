import type { ServedEpisode, ServeTransport } from '../commands/serve/serve-task.ts';
import { MeasurandError } from '../core/errors.ts';
import { integerOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION, type ParsedArgs } from './command.ts';
import { printable } from './terminal.ts';

const LARGEST_PORT = 65_535;

const ARGS = {
  suite: { type: 'positional', description: 'The benchmark: comtrade' },
  task: {
    type: 'string',
    description: 'Which task, such as T1_single_page',
    valueHint: 'ID',
    required: true,
  },
  seed: { type: 'string', description: 'Which episode of it', valueHint: 'N', default: '0' },
  profile: {
    type: 'enum',
    description: 'The release as published, our repaired one, or the task under an adversary',
    options: ['as-published', 'repaired', 'adversity'],
    default: 'repaired',
  },
  protocol: {
    type: 'enum',
    description: 'How rows travel into a submission: in one call, in chunks, or by record id only',
    options: ['single', 'chunked', 'by-id'],
    default: 'single',
  },
  transport: {
    type: 'enum',
    description: 'Standard input and output, or HTTP on the loopback address',
    options: ['stdio', 'http'],
    default: 'stdio',
  },
  port: { type: 'string', description: 'Port for http; without it a free one is chosen', valueHint: 'N' },
  token: {
    type: 'string',
    description: 'Bearer token that http demands; `random` makes one and shows it',
    valueHint: 'TOKEN',
  },
  json: {
    ...JSON_OPTION.json,
    description:
      'One JSON object a line: with http where it listens, on standard output; at the end the episode, on standard error',
  },
} as const;

function transportOf({ transport, port, token }: ParsedArgs<typeof ARGS>): ServeTransport {
  if (transport === 'http') {
    return {
      kind: 'http',
      port: integerOption('port', port, 0, LARGEST_PORT) ?? 0,
      ...(token === undefined ? {} : { token }),
    };
  }
  const given = port === undefined ? (token === undefined ? undefined : '--token') : '--port';
  if (given !== undefined) {
    throw new MeasurandError('invalid-usage', `${given} is for the transport http`, {
      next: 'Add --transport http, or leave it out',
    });
  }
  return { kind: 'stdio', input: process.stdin, output: process.stdout };
}

function summary({ task, profile, seed, calls, charged, budget, submitted, scores }: ServedEpisode): string {
  const lines = [
    `${task}, ${profile}, seed ${seed}: ${calls.ok} calls served, ${calls.fault} failed by an injected fault, ` +
      `${calls.rejected} rejected, ${calls.refused} refused; ${charged}${budget === null ? '' : ` of ${budget}`} requests charged`,
  ];
  if (!submitted) lines.push('Nothing was submitted');
  for (const { scorer, value } of scores) lines.push(`  ${scorer.padEnd(20)} ${value.toFixed(3)}`);
  return lines.join('\n');
}

export default defineCliCommand({
  name: 'serve',
  description: 'Serve the tools of one episode to any agent over the Model Context Protocol',
  args: ARGS,
  endsByInterrupt: true,
  examples: [
    {
      line: 'measurand serve comtrade --task T8_mixed_faults --seed 3',
      shows: 'the episode on standard input and output, for a harness that starts its servers itself',
    },
    {
      line: 'measurand serve comtrade --task T1_single_page --transport http --token random',
      shows: 'the address and the token on standard error, until Ctrl-C',
    },
  ],
  async run(args, terminal) {
    const seed = integerOption('seed', args.seed, 0, Number.MAX_SAFE_INTEGER) as number;
    const transport = transportOf(args);
    const { serve } = await import('../commands/serve/serve.ts');
    const episode = await serve({
      suite: args.suite,
      task: args.task,
      profile: args.profile,
      seed,
      protocol: args.protocol,
      transport,
      signal: terminal.signal,
      onListening: (address) => {
        if (args.json) process.stdout.write(`${JSON.stringify(address)}\n`);
        const token = address.token === null ? '' : `, token ${address.token}`;
        terminal.note(`Listening on ${address.url}${token}; Ctrl-C ends the episode`);
      },
      onProblem: (problem) => terminal.note(`measurand: ${problem.message}`),
    });
    if (args.json) process.stderr.write(`${printable(JSON.stringify(episode))}\n`);
    else terminal.note(summary(episode));
    return 0;
  },
});
