import { basename } from 'node:path';
import {
  auditTarget as auditBridged,
  type AuditTargetOptions as BridgedAuditOptions,
} from '../../audit/bridge/audit.ts';
import type { TargetAudit } from '../../audit/bridge/document.ts';
import type { FalsifyRequest } from '../../audit/bridge/falsify.ts';
import { proposedMap } from '../../audit/bridge/ownership.ts';
import type { DeclaredSubmission } from '../../audit/falsify/edits-of.ts';
import type { Judgement } from '../../audit/falsify/judgement.ts';
import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { readProposalFile } from '../propose/proposal-file.ts';
import { absoluteWords, commandWords, scorerCommand } from './command-words.ts';
import { discoverTarget, type TargetPlace } from './discover.ts';
import { type JudgeSource, openJudge } from './judge-gateway.ts';
import { readKnownRelease, shippedRelease } from './known-release.ts';
import { TARGET_DEFINITIONS, type TargetDefinition, targetNames } from './target-definitions.ts';

export interface AuditTargetOptions extends RunControl, TargetPlace {
  /** A released benchmark by name; left out with `bridge`, or with `scorer` and `cases`. */
  readonly target?: string;
  /** Command line of a process that speaks the line protocol. */
  readonly bridge?: string;
  /** Tasks that are probed, from the first. @default all */
  readonly tasks?: number;
  /** Stored results that are scored anew. */
  readonly results?: readonly string[];
  /** The model that a scorer asks. @default none: such a scorer stays not-probed */
  readonly judge?: JudgeSource;
  /** What submissions are: one of the kinds, or a JSON Schema. @default what the target says of them */
  readonly declared?: DeclaredSubmission;
  /** What edits do to a submission of this benchmark, by their ids. @default what the catalogue says */
  readonly judgement?: Judgement;
  /** Searches for a worse submission that scores as high. @default no search */
  readonly falsify?: FalsifyRequest;
  /** File of an ownership map that a model proposed; the card says so, and it passes nothing. */
  readonly ownership?: string;
  /** A file that says which release is expected. @default the one that the published figures are of, if any */
  readonly expect?: string;
  /** Seconds that the whole target may take. @default 1800 */
  readonly seconds?: number;
}

type Started = Pick<BridgedAuditOptions, 'command' | 'readOnly' | 'again' | 'timeouts' | 'replays'>;

function definitionOf(name: string): TargetDefinition {
  const known = TARGET_DEFINITIONS.find((definition) => definition.name === name);
  if (known) return known;
  throw new MeasurandError('unknown-target', `There is no target ${JSON.stringify(name)}`, {
    next: `Choose one of comtrade, ${targetNames().join(', ')}; or give --bridge, or --scorer with --cases`,
  });
}

function named(definition: TargetDefinition, options: AuditTargetOptions): Started {
  const { root, domain, scorer, cases, python } = options;
  const place: TargetPlace = {
    ...(root === undefined ? {} : { root }),
    ...(domain === undefined ? {} : { domain }),
    ...(scorer === undefined ? {} : { scorer }),
    ...(cases === undefined ? {} : { cases }),
    ...(python === undefined ? {} : { python }),
  };
  const { command, readOnly } = discoverTarget(definition, place, process.cwd(), process.env);
  const part = domain === undefined ? '' : ` --domain ${domain}`;
  return {
    command,
    readOnly,
    again: `measurand audit ${definition.name}${part}`,
    ...(definition.timeouts === undefined ? {} : { timeouts: definition.timeouts }),
    ...(definition.replays === undefined ? {} : { replays: definition.replays }),
  };
}

function started(options: AuditTargetOptions): Started {
  const { target, bridge, scorer, cases, python } = options;
  if (bridge !== undefined) {
    return {
      command: absoluteWords(commandWords(bridge)),
      readOnly: [],
      again: 'measurand audit --bridge COMMAND',
    };
  }
  if (target !== undefined) return named(definitionOf(target), options);
  if (scorer === undefined || cases === undefined) {
    throw new MeasurandError('invalid-usage', 'Nothing to audit is named', {
      next: 'Name a target, or give --bridge COMMAND, or --scorer FILE:FUNCTION with --cases FILE',
    });
  }
  return {
    ...scorerCommand(scorer, cases, python),
    again: `measurand audit --scorer ${basename(scorer)} --cases ${basename(cases)}`,
  };
}

/** The options after the target's own that make the same audit again. */
function moreWords({ falsify, declared, judgement = {} }: AuditTargetOptions): string {
  const said = (label: string): string =>
    Object.keys(judgement)
      .filter((id) => judgement[id] === label)
      .join(',');
  const [worse, same] = [said('degrading'), said('equivalent')];
  return [
    ...(falsify === undefined ? [] : [`--falsify ${falsify.candidates}`]),
    ...(declared === undefined ? [] : ['kind' in declared ? `--kind ${declared.kind}` : '--schema FILE']),
    ...(worse === '' ? [] : [`--worse ${worse}`]),
    ...(same === '' ? [] : [`--same ${same}`]),
  ]
    .map((words) => ` ${words}`)
    .join('');
}

/**
 * Audits a released scorer: a benchmark by name that is installed here, any process that speaks the line protocol, or
 * any function of (submission, gold). No model is called unless a judge is given, and nothing is
 * downloaded.
 *
 * @throws MeasurandError `target-missing` (kind `unsupported`), `unknown-target`, `target-unreachable`, and what the
 * audit throws
 */
export async function auditTarget(options: AuditTargetOptions): Promise<TargetAudit> {
  const { tasks, results, seconds, falsify, declared, judgement, signal, onProgress } = options;
  const { again, ...start } = started(options);
  const known =
    options.expect === undefined ? shippedRelease(options.target ?? '') : readKnownRelease(options.expect);
  const judge = options.judge ? await openJudge(options.judge) : undefined;
  try {
    return await auditBridged({
      ...start,
      ...(judge === undefined ? {} : { judge: judge.control, env: judge.env }),
      again: `${again}${moreWords(options)}`,
      ...(known === undefined ? {} : { known }),
      ...(falsify === undefined ? {} : { falsify }),
      ...(declared === undefined ? {} : { declared }),
      ...(judgement === undefined ? {} : { judgement }),
      ...(tasks === undefined ? {} : { tasks }),
      ...(results === undefined ? {} : { results }),
      ...(options.ownership === undefined
        ? {}
        : { ownership: proposedMap(readProposalFile(options.ownership)) }),
      ...(seconds === undefined ? {} : { cap: seconds * 1000 }),
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
  } finally {
    await judge?.close();
  }
}
