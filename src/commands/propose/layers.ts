import { checkNarrative, narrate } from '../../audit/propose/narrative.ts';
import { DECISION_MEANINGS, discoverOwnership, groundedCheck } from '../../audit/propose/ownership.ts';
import { designProbes } from '../../audit/propose/probes.ts';
import type { Proposal } from '../../audit/propose/proposal.ts';
import { proveScaffold } from '../../audit/propose/prove-scaffold.ts';
import { coverageOf, runProbes, soundCases } from '../../audit/propose/run-probes.ts';
import { synthesiseScaffold } from '../../audit/propose/scaffold.ts';
import { readSources, type SourceFile, sourcesDigest } from '../../audit/propose/sources.ts';
import type { RunControl } from '../../core/contracts/index.ts';
import { digestOf, sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { checkIsolation } from '../../scaffolds/native/process/isolation.ts';
import { BridgeTarget, isolationFor } from '../../scorers/bridge/index.ts';
import { scorerCommand } from '../bridge/command-words.ts';
import { readAnyAuditFile } from '../report/audit-file.ts';
import { Asker, type AskerOptions } from './asker.ts';
import { proposalOf } from './proposed.ts';

const NEVER = new AbortController().signal;

/** The decisions of ComtradeBench, which other benchmarks replace by their own. */
export const PROPOSED_DECISIONS: readonly string[] = Object.keys(DECISION_MEANINGS);

export interface ProposeOwnershipOptions extends AskerOptions, Pick<RunControl, 'signal'> {
  /** Source files of the harness. */
  readonly files: readonly string[];
  /** @default retry, dedup, totals, pagination, submission */
  readonly decisions?: readonly string[];
}

/**
 * Proposes an ownership map from the source of a harness: who makes each decision, with code quoted for it. A map with a
 * quote that does not stand in the source is `rejected`.
 *
 * @throws MeasurandError `proposal-malformed`, `unreadable`, and what the model throws
 */
export async function proposeOwnership(options: ProposeOwnershipOptions): Promise<Proposal> {
  const { files, model: id, decisions = PROPOSED_DECISIONS, signal = NEVER } = options;
  const sources = readSources(files);
  using asker = new Asker(options);
  const model = asker.model('ownership', sourcesDigest(sources));
  const outputTokens = asker.tokens;
  const found = await discoverOwnership({ model, sources, decisions, outputTokens, signal });
  const content = { kind: 'ownership' as const, decisions: [...found.value] };
  const checks = [found.grounded];
  return proposalOf(content, { model: id, answered: found, sources, checks, origin: asker.origin });
}

export interface ProposeScaffoldOptions extends ProposeOwnershipOptions {
  /** Model that audits the variant, in a conversation of its own. @default the one that writes it */
  readonly auditor?: string;
  /** Model that plays the live episode. @default the perfect archetype, a program */
  readonly player?: string;
  /** Task of that episode, of ComtradeBench, repaired. @default T3_duplicates */
  readonly task?: string;
  /** @default 0 */
  readonly seed?: number;
}

/**
 * Proposes a variant of a harness that returns decisions to the model. It has to parse, pass a cross-audit, play a live
 * episode scored by the truth, and have live decisions; else it is `rejected`. Its code runs in a sandbox only.
 *
 * @throws MeasurandError `proposal-malformed`, `unreadable`, and what the models throw
 */
export async function proposeScaffold(options: ProposeScaffoldOptions): Promise<Proposal> {
  const { files, model: id, decisions = PROPOSED_DECISIONS, signal = NEVER } = options;
  const { auditor = id, player = 'perfect', task = 'T3_duplicates', seed = 0 } = options;
  const sources = readSources(files);
  using asker = new Asker(options);
  const outputTokens = asker.tokens;
  const model = asker.model('scaffold', sourcesDigest(sources));
  const { value, ...answered } = await synthesiseScaffold({
    model,
    sources,
    decisions,
    outputTokens,
    signal,
  });
  const { source } = value;
  const { content, checks } = await proveScaffold({
    source,
    decisions,
    auditor: asker.model('ownership', sourcesDigest([{ file: 'harness.mjs', text: source }]), 0, auditor),
    player: asker.model('play', `${task}:${sha256(source)}`, seed, player),
    task,
    seed,
    outputTokens,
    isolation: await checkIsolation(),
    signal,
  });
  return proposalOf(
    { kind: 'scaffold', decisions: [...decisions], source, ...content },
    { model: id, answered, sources, checks, origin: asker.origin },
  );
}

export interface ProposeProbesOptions extends AskerOptions, RunControl {
  /** FILE.py:FUNCTION or MODULE.mjs#FUNCTION of (submission, gold). */
  readonly scorer: string;
  /** Cases of that scorer, JSON lines of id and gold. */
  readonly cases: string;
  /** Source files that the model reads. @default the scorer's own file */
  readonly files?: readonly string[];
  /** Interpreter for a scorer in Python. */
  readonly python?: string;
}

/** Probes of one scorer, as a proposal; the scorer runs in a process of its own. */
export async function probesFor(
  asker: Asker,
  options: Omit<ProposeProbesOptions, keyof AskerOptions> & {
    readonly model: string;
    readonly sources: readonly SourceFile[];
  },
): Promise<Proposal> {
  const { scorer, cases: caseFile, python, sources, model: id, signal = NEVER } = options;
  const { command, readOnly } = scorerCommand(scorer, caseFile, python);
  const target = new BridgeTarget({ command, wrapping: isolationFor(readOnly), env: {}, signal });
  try {
    const sound = await soundCases(target, options);
    const correct = sound.cases[0]?.correct ?? null;
    const model = asker.model('probes', sourcesDigest(sources));
    const outputTokens = asker.tokens;
    const { value, ...answered } = await designProbes({ model, sources, correct, outputTokens, signal });
    const { kind: predicted, why, evidence, probes } = value;
    const outcomes = await runProbes(target, probes, sound);
    const idle = outcomes.filter(({ scored }) => scored === 0).map((outcome) => outcome.id);
    const ran = outcomes.length - idle.length;
    const executed = {
      id: 'executed' as const,
      verdict: ran > 0 ? ('pass' as const) : ('fail' as const),
      says: `${ran} of ${probes.length} probes ran${idle.length > 0 ? `; not ${idle.slice(0, 5).join(', ')}` : ''}`,
    };
    return proposalOf(
      {
        kind: 'probes',
        predicted,
        why,
        evidence,
        probes,
        cases: sound.cases.length,
        outcomes: [...outcomes],
        coverage: coverageOf(
          probes,
          outcomes,
          sound.cases.map((each) => each.correct),
        ),
      },
      {
        model: id,
        answered,
        sources,
        checks: [groundedCheck([value], sources), executed],
        origin: asker.origin,
      },
    );
  } finally {
    await target.close();
  }
}

/**
 * Proposes what kind a scorer is and how to probe it, from its source. The probes are data; each is run against the
 * scorer, and they are compared with the battery that was made by hand.
 *
 * @throws MeasurandError `proposal-malformed`, `invalid-scorer`, `missing-file`, `no-oracle`, and what the model throws
 */
export async function proposeProbes(options: ProposeProbesOptions): Promise<Proposal> {
  const { scorer, files = [scorer.replace(/[#:][^#:/\\]*$/, '')] } = options;
  using asker = new Asker(options);
  return await probesFor(asker, { ...options, sources: readSources(files) });
}

export interface ProposeNarrativeOptions extends AskerOptions, Pick<RunControl, 'signal'> {
  /** An audit.json. */
  readonly file: string;
  /** Id of the card that is told. @default the first headline card */
  readonly card?: string;
}

/**
 * Proposes a text about a validity card. Each figure of it stands on the card, or the text is `rejected`.
 *
 * @throws MeasurandError `proposal-malformed`, `unknown-card`, what reading the audit refuses, and what the model throws
 */
export async function proposeNarrative(options: ProposeNarrativeOptions): Promise<Proposal> {
  const { file, card: wanted, model: id, signal = NEVER } = options;
  const document = readAnyAuditFile(file);
  const headline = Object.values(document.profiles).map(({ card }) => card);
  const cards = [...headline, ...document.cards];
  const card = wanted === undefined ? cards[0] : cards.find((each) => each.id === wanted);
  if (!card) {
    throw new MeasurandError('unknown-card', `there is no card ${JSON.stringify(wanted ?? '')}`, {
      file,
      next: `Choose from ${[...new Set(cards.map((each) => each.id))].join(', ')}`,
    });
  }
  using asker = new Asker(options);
  const digest = digestOf(document as unknown as JsonValue);
  const model = asker.model('narrative', `${digest}:${card.id}`);
  const { value, ...answered } = await narrate({ model, card, outputTokens: asker.tokens, signal });
  const { templates, sentences, checks } = checkNarrative(value.sentences, card, document);
  return proposalOf(
    {
      kind: 'narrative',
      card: card.id,
      document: digest,
      templates: [...templates],
      sentences: sentences.map(({ text, figures }) => ({
        text,
        figures: figures.map(({ at, path, rounding }) => ({ at: [...at], path, rounding })),
      })),
    },
    { model: id, answered, sources: [], checks, origin: asker.origin },
  );
}
