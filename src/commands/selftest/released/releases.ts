import type { RunControl } from '../../../core/contracts/index.ts';
import { MeasurandError } from '../../../core/errors.ts';
import { BridgeTarget, isolationFor } from '../../../scorers/bridge/index.ts';
import { discoverTarget, type FoundTarget, type TargetPlace } from '../../bridge/discover.ts';
import type { FlatTables } from '../../bridge/flat-toml.ts';
import { TARGET_DEFINITIONS, type TargetDefinition } from '../../bridge/target-definitions.ts';
import { NotUnderstood } from '../comtrade/expectation.ts';
import type { VectorSuite } from '../vector-suite.ts';
import { RELEASED_KINDS, type ReleasedPart } from './released-kinds.ts';
import { releasedSuite } from './released-suite.ts';

/** Releases that vectors are put to. Close them when all cases have run. */
export interface Releases extends AsyncDisposable {
  readonly suites: readonly VectorSuite[];
}

/** The first process of a kind has the longest wait: it loads the data of the benchmark. */
const STARTING = { hello: 120_000 };

/** A release that is not there is one more thing that a vector can ask for in vain. */
function found(definition: TargetDefinition, place: TargetPlace): FoundTarget {
  try {
    return discoverTarget(definition, place, process.cwd(), process.env);
  } catch (error) {
    if (error instanceof MeasurandError && error.kind === 'unsupported') {
      throw new NotUnderstood(error.message);
    }
    throw error;
  }
}

function started(
  definition: TargetDefinition,
  tables: FlatTables,
  { domain, words }: ReleasedPart,
  { signal }: RunControl,
): BridgeTarget {
  const place = { ...tables[definition.name], ...(domain === undefined ? {} : { domain }) };
  const { command, readOnly } = found(definition, place);
  return new BridgeTarget({
    command: [...command, ...words],
    wrapping: isolationFor(readOnly),
    timeouts: { ...STARTING, ...definition.timeouts },
    ...(signal === undefined ? {} : { signal }),
  });
}

function checkedNames(tables: FlatTables): readonly string[] {
  const names = Object.keys(tables);
  const strange = names.find((name) => !RELEASED_KINDS.some(({ target }) => target === name));
  if (strange === undefined) return names;
  const known = [...new Set(RELEASED_KINDS.map(({ target }) => target))];
  throw new MeasurandError('unknown-target', `no vectors are put to ${JSON.stringify(strange)}`, {
    next: `Choose from ${known.join(', ')}`,
  });
}

/**
 * Suites that put vectors to the releases which are named, each in a process of its own over the bridge.
 *
 * @param tables by the name of a target, where it is: `root`, `scorer`, `python`
 * @throws MeasurandError `unknown-target`; a release that is not there is said when its first case runs
 */
export function releasesAt(tables: FlatTables, control: RunControl = {}): Releases {
  const names = checkedNames(tables);
  const targets = new Map<string, BridgeTarget>();
  const targetOf = (definition: TargetDefinition, part: ReleasedPart): BridgeTarget => {
    const key = [definition.name, part.domain ?? '', ...part.words].join('\0');
    const target = targets.get(key) ?? started(definition, tables, part, control);
    targets.set(key, target);
    return target;
  };
  const suites = RELEASED_KINDS.filter(({ target }) => names.includes(target)).map((kind) => {
    const definition = TARGET_DEFINITIONS.find(({ name }) => name === kind.target) as TargetDefinition;
    return releasedSuite(kind, (suite, given, part) => targetOf(definition, part).grade(suite, given));
  });
  return {
    suites,
    async [Symbol.asyncDispose]() {
      for (const target of targets.values()) await target.close();
    },
  };
}
