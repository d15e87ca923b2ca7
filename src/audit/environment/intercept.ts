import type { Environment } from '../../core/contracts/index.ts';

/** The same environment with every call going through `call`: to watch it, or to play a fault. */
export function intercept(environment: Environment, call: Environment['call']): Environment {
  return {
    turns: environment.turns,
    tools: environment.tools,
    get requestBudget() {
      return environment.requestBudget;
    },
    ledger: () => environment.ledger(),
    submission: () => environment.submission(),
    call,
  };
}
