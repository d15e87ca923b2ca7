import type { Model, ModelMove } from '../../core/contracts/index.ts';
import { type FaultReport, readFaultReport } from './fault-report.ts';

export type RetryAnswer = 'retry' | 'skip';

/** A model without a language model: a rule that answers each fault from the report alone. */
export function rulePolicy(id: string, rule: (report: FaultReport) => RetryAnswer): Model {
  return {
    id,
    kind: 'policy',
    decide(view, signal): Promise<ModelMove> {
      return new Promise((resolve) => {
        signal.throwIfAborted();
        resolve({ text: rule(readFaultReport(view)), calls: [], stop: 'end' });
      });
    },
  };
}
