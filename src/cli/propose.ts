import type { ProposalMeasure } from '../audit/propose/measure.ts';
import type { Proposal } from '../audit/propose/proposal.ts';
import type { AskerOptions } from '../commands/propose/asker.ts';
import { MeasurandError } from '../core/errors.ts';
import { integerOption, listOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION, type ParsedArgs } from './command.ts';
import type { Terminal } from './terminal.ts';

const MOST_TOKENS = 131_072;
const FAILED = 1;
const NOT_PROBED = 3;
const LAYERS = ['ownership', 'scaffold', 'probes', 'narrative'] as const;

const ARGS = {
  action: {
    type: 'positional',
    description: 'ownership, scaffold, probes, narrative, confirm or measure',
  },
  model: {
    type: 'string',
    description: 'Model that proposes, as measurand run names models',
    valueHint: 'ID',
  },
  record: { type: 'string', description: 'Record every answer here', valueHint: 'FILE' },
  replay: {
    type: 'string',
    description: 'Take every answer from this recording, and ask nobody',
    valueHint: 'FILE',
  },
  tokens: { type: 'string', description: 'Tokens that one answer may hold (default: 4096)', valueHint: 'N' },
  out: { type: 'string', description: 'Write the proposal here', valueHint: 'FILE' },
  decisions: {
    type: 'string',
    description: 'With ownership and scaffold: the decisions (default: those of ComtradeBench)',
    valueHint: 'A,B',
  },
  auditor: {
    type: 'string',
    description: 'With scaffold: model that audits the variant (default: the one that writes it)',
    valueHint: 'ID',
  },
  player: {
    type: 'string',
    description: 'With scaffold: model that plays the live episode (default: perfect)',
    valueHint: 'ID',
  },
  scorer: {
    type: 'string',
    description: 'With probes: FILE.py:FUNCTION or MODULE.mjs#FUNCTION of (submission, gold)',
    valueHint: 'SPEC',
  },
  cases: { type: 'string', description: 'With probes: JSON lines of id and gold', valueHint: 'FILE' },
  python: {
    type: 'string',
    description: 'With probes: interpreter for a scorer in Python',
    valueHint: 'BIN',
  },
  card: {
    type: 'string',
    description: 'With narrative: id of the card (default: the headline card)',
    valueHint: 'ID',
  },
  by: {
    type: 'string',
    description: 'With confirm: the name of the person who stands for it',
    valueHint: 'NAME',
  },
  ...JSON_OPTION,
} as const;

type Args = ParsedArgs<typeof ARGS>;

const usage = (what: string): MeasurandError =>
  new MeasurandError('invalid-usage', what, { next: 'See measurand propose --help' });

function needed(option: keyof Args & string, args: Args): string {
  const value = args[option];
  if (typeof value === 'string') return value;
  throw usage(`--${option} is needed`);
}

function oneFile(files: readonly string[], what: string): string {
  const [file] = files;
  if (file !== undefined && files.length === 1) return file;
  throw usage(`${what} takes one file, and ${files.length} are named`);
}

function answers(args: Args, terminal: Terminal) {
  const tokens = integerOption('tokens', args.tokens, 1, MOST_TOKENS);
  return {
    ...(args.record === undefined ? {} : { record: args.record }),
    ...(args.replay === undefined ? {} : { replay: args.replay }),
    ...(tokens === undefined ? {} : { tokens }),
    onWait: (what: string) => terminal.note(what),
    signal: terminal.signal,
  };
}

function asked(args: Args, terminal: Terminal): AskerOptions & { readonly signal: AbortSignal } {
  return { ...answers(args, terminal), model: needed('model', args) };
}

async function proposed(
  layer: (typeof LAYERS)[number],
  files: readonly string[],
  args: Args,
  terminal: Terminal,
): Promise<Proposal> {
  const layers = await import('../commands/propose/layers.ts');
  const options = asked(args, terminal);
  const decisions = listOption('decisions', args.decisions);
  const about = { ...options, files, ...(decisions === undefined ? {} : { decisions }) };
  switch (layer) {
    case 'ownership':
      return layers.proposeOwnership(about);
    case 'scaffold':
      return layers.proposeScaffold({
        ...about,
        ...(args.auditor === undefined ? {} : { auditor: args.auditor }),
        ...(args.player === undefined ? {} : { player: args.player }),
      });
    case 'probes':
      return layers.proposeProbes({
        ...options,
        scorer: needed('scorer', args),
        cases: needed('cases', args),
        ...(files.length === 0 ? {} : { files }),
        ...(args.python === undefined ? {} : { python: args.python }),
      });
    case 'narrative':
      return layers.proposeNarrative({
        ...options,
        file: oneFile(files, 'narrative'),
        ...(args.card === undefined ? {} : { card: args.card }),
      });
  }
}

async function show(proposal: Proposal, json: boolean, terminal: Terminal): Promise<void> {
  if (json) return terminal.json(proposal);
  const { proposalText } = await import('../report/propose-text.ts');
  terminal.print(proposalText(proposal));
}

async function measured(args: Args, terminal: Terminal): Promise<ProposalMeasure> {
  const { measureProposals } = await import('../commands/propose/measure.ts');
  if (args.model === undefined && (args.record ?? args.replay) !== undefined) needed('model', args);
  const measure = await measureProposals({
    ...answers(args, terminal),
    ...(args.model === undefined ? {} : { model: args.model }),
    onProgress: terminal.progress,
  });
  if (args.json) terminal.json(measure);
  else {
    const { measureText } = await import('../report/propose-text.ts');
    terminal.print(measureText(measure));
  }
  return measure;
}

function exitCode({ status, body }: Proposal): number {
  if (status === 'rejected') return FAILED;
  return body.checks.every(({ verdict }) => verdict === 'pass') ? 0 : NOT_PROBED;
}

export default defineCliCommand({
  name: 'propose',
  description: 'Have a model propose maps, variants, probes and texts, for a person to confirm by name',
  args: ARGS,
  extraPositionals: 32,
  examples: [
    {
      line: 'measurand propose ownership harness.py --model openai:gpt-5 --record asked.jsonl --out map.json',
      shows: 'who decides what in a harness, each owner with code quoted from its source',
    },
    {
      line: 'measurand propose confirm map.json --by "Ada Lovelace"',
      shows: 'the map as confirmed, by whom; what is changed afterwards is refused',
    },
    {
      line: 'measurand propose measure --model openai:gpt-5 --record measured.jsonl',
      shows: 'how well a model proposes: decisions right of 15, kinds right of 3, coverage of our battery',
    },
  ],
  async run(args, terminal) {
    const [action = '', ...files] = args._;
    if (action === 'measure') {
      await measured(args, terminal);
      return 0;
    }
    if (action === 'confirm') {
      const { confirmProposalFile } = await import('../commands/propose/proposal-file.ts');
      await show(confirmProposalFile(oneFile(files, action), needed('by', args)), args.json, terminal);
      return 0;
    }
    const layer = LAYERS.find((name) => name === action);
    if (!layer) throw usage(`there is nothing to propose called ${JSON.stringify(action)}`);
    const proposal = await proposed(layer, files, args, terminal);
    await show(proposal, args.json, terminal);
    if (args.out !== undefined) {
      const { writeProposalFile } = await import('../commands/propose/proposal-file.ts');
      writeProposalFile(args.out, proposal);
      terminal.note(args.out);
    }
    return exitCode(proposal);
  },
});
