import type { RunEvidence } from '../../criteria/evidence.ts';
import { decideLine, type PrivateValues } from '../../criteria/line.ts';
import type { Trial } from '../define-trial.ts';
import { problems, type TrialProblem } from './finding.ts';

/** A run that left nothing at all, and one in which nothing happened. */
const NOTHING: RunEvidence = { moves: {} };
const IDLE: RunEvidence = {
  shown: [],
  committed: [],
  happened: { before: {}, after: {}, processes: [], turns: [] },
  persisted: [],
  moves: {},
};

/** Private values, with a note of those that were read and do not exist: they are misspelt. */
function watched(drawn: PrivateValues): { readonly values: PrivateValues; readonly undrawn: Set<string> } {
  const undrawn = new Set<string>();
  const values = new Proxy(drawn, {
    get(target, name) {
      if (typeof name === 'string' && !Object.hasOwn(target, name)) undrawn.add(name);
      return Reflect.get(target, name) as unknown;
    },
  });
  return { values, undrawn };
}

/** Whether the verifier, the gates and the rules of a trial know an empty run for what it is. */
export function oracleProblems(trial: Trial): readonly TrialProblem[] {
  const { values, undrawn } = watched(trial.valuesFor(1));
  const says: string[] = [];
  for (const [name, evidence] of [
    ['without evidence', NOTHING],
    ['in which nothing happened', IDLE],
  ] as const) {
    try {
      if (trial.verify(evidence, values)) says.push(`the verifier accepts a run ${name}`);
      for (const gate of trial.gates) gate.fires(evidence, values);
      const judged = trial.lines.flatMap((line) => decideLine(line, evidence, values) ?? []);
      const held = judged.filter(({ verdict }) => verdict.state !== 0 && evidence === NOTHING);
      says.push(...held.map(({ verdict }) => `${verdict.criterion} holds ${name}`));
      const sheets = new Set(trial.lines.map(({ sheet }) => sheet));
      if (sheets.size === 2 && judged.every(({ verdict }) => verdict.state !== 0))
        says.push(`every line holds in a run ${name}`);
    } catch (cause) {
      says.push(`a rule of it breaks on a run ${name}: ${(cause as Error).message}`);
    }
  }
  const unknown = [...undrawn].map(
    (name) => `a rule of it reads the private value ${name}, which is not drawn`,
  );
  return problems('oracle', [...says, ...unknown]);
}
