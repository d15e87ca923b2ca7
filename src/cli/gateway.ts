import type { GatewayAddress, GatewaySource } from '../commands/gateway/gateway.ts';
import { MeasurandError } from '../core/errors.ts';
import type { WireProtocol } from '../trace/wire/request-view.ts';
import { integerOption, listOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION, type ParsedArgs } from './command.ts';
import { printable } from './terminal.ts';

const LARGEST_PORT = 65_535;

const ARGS = {
  script: { type: 'string', description: 'JSON list of replies that the model gives', valueHint: 'FILE' },
  replay: { type: 'string', description: 'Boundary log whose answers are given again', valueHint: 'DIR' },
  match: {
    type: 'enum',
    description: 'With --replay: all that the model was shown is the same, or only what it did itself',
    options: ['exact', 'conversation'],
  },
  upstream: { type: 'string', description: 'Base URL of a real provider to ask', valueHint: 'URL' },
  protocol: {
    type: 'enum',
    description: 'With --upstream: what it speaks',
    options: ['anthropic-messages', 'openai-responses', 'openai-chat', 'gemini'],
  },
  'key-env': {
    type: 'string',
    description: "With --upstream: the variable that holds the provider's key",
    valueHint: 'NAME',
  },
  model: {
    type: 'string',
    description: 'With --upstream: the model to ask in place of the one that the harness names',
    valueHint: 'ID',
  },
  models: { type: 'string', description: 'Names for lists of models, comma-separated', valueHint: 'IDS' },
  port: {
    type: 'string',
    description: 'Port on the loopback address; without it a free one',
    valueHint: 'N',
  },
  interventions: {
    type: 'string',
    description: 'JSON list of changes to what the model is shown',
    valueHint: 'FILE',
  },
  faults: {
    type: 'string',
    description: 'JSON list of rules by which requests meet faults',
    valueHint: 'FILE',
  },
  record: { type: 'string', description: 'New folder for the boundary log', valueHint: 'DIR' },
  json: {
    ...JSON_OPTION.json,
    description: 'Addresses and token as one JSON document on standard output; the summary on standard error',
  },
} as const;

type Args = ParsedArgs<typeof ARGS>;

const usage = (what: string, next: string): MeasurandError =>
  new MeasurandError('invalid-usage', what, { next });

function upstreamOf(args: Args, url: string): GatewaySource {
  const { protocol, 'key-env': name, model } = args;
  if (protocol === undefined) throw usage('--protocol is missing', 'Say what the upstream speaks');
  if (name === undefined) throw usage('--key-env is missing', 'Name the variable that holds the key');
  const key = process.env[name];
  if (!key) throw usage(`The variable ${name} is not set`, 'Set it to the key of the upstream');
  return {
    kind: 'upstream',
    url,
    protocol: protocol as WireProtocol,
    key,
    ...(model === undefined ? {} : { model }),
  };
}

/** Exactly one source, and no option of another. */
function sourceOf(args: Args): GatewaySource {
  const { script, replay, upstream, match } = args;
  const given = [script, replay, upstream].filter((each) => each !== undefined);
  if (given.length !== 1) {
    throw usage('One of --script, --replay and --upstream is needed', 'Give one of them');
  }
  const strays = [
    ...(replay === undefined && match !== undefined ? ['--match'] : []),
    ...(upstream === undefined
      ? (['protocol', 'key-env', 'model'] as const).filter((name) => args[name] !== undefined)
      : []),
  ];
  if (strays[0] !== undefined) {
    throw usage(`${strays[0].replace(/^(?!--)/, '--')} says nothing about this source`, 'Leave it out');
  }
  if (script !== undefined) return { kind: 'script', file: script };
  if (replay !== undefined) return { kind: 'replay', folder: replay, match: match ?? 'exact' };
  return upstreamOf(args, upstream as string);
}

function address({ baseUrls, token }: GatewayAddress): string {
  const lines = Object.entries(baseUrls).map(([protocol, url]) => `  ${protocol.padEnd(20)} ${url}`);
  return [`Base URLs, with the API key ${token}:`, ...lines, 'Ctrl-C ends the gateway'].join('\n');
}

export default defineCliCommand({
  name: 'gateway',
  description: 'Answer harnesses in place of a model provider: scripted, replayed, or proxied and recorded',
  args: ARGS,
  endsByInterrupt: true,
  examples: [
    {
      line: 'measurand gateway --script replies.json --record boundary',
      shows: 'base URLs for the four protocols; every body in both directions goes to the folder',
    },
    {
      line: 'measurand gateway --upstream https://api.openai.com --protocol openai-responses --key-env OPENAI_API_KEY',
      shows: 'a real model behind the same addresses, for harnesses of any of the protocols',
    },
  ],
  async run(args, terminal) {
    const source = sourceOf(args);
    const port = integerOption('port', args.port, 0, LARGEST_PORT);
    const models = listOption('models', args.models);
    const { runGateway } = await import('../commands/gateway/gateway.ts');
    const summary = await runGateway({
      source,
      ...(port === undefined ? {} : { port }),
      ...(args.record === undefined ? {} : { record: args.record }),
      ...(models === undefined ? {} : { models }),
      ...(args.interventions === undefined ? {} : { interventions: args.interventions }),
      ...(args.faults === undefined ? {} : { faults: args.faults }),
      environment: process.env,
      signal: terminal.signal,
      onListening: (where) => {
        if (args.json) process.stdout.write(`${JSON.stringify(where)}\n`);
        terminal.note(address(where));
      },
      onRequest: (line) => terminal.note(printable(line)),
    });
    if (args.json) process.stderr.write(`${printable(JSON.stringify(summary))}\n`);
    else
      terminal.note(
        `${summary.exchanges} requests, ${summary.problems.length} of them refused or unanswered`,
      );
    if (summary.record !== null) terminal.note(`${summary.record}/boundary.jsonl`);
    return summary.failed ? 1 : 0;
  },
});
