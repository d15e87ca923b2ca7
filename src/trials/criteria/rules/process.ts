import type { LineSpec } from '../line.ts';
import { processChecks } from '../select/world.ts';
import { ruled, when } from './spec.ts';

/** K9: at a time of checking, the process of that name lives or does not. */
export function processAt(at: string, name: string, alive: boolean): LineSpec {
  return ruled('K9', ['happened'], `${name} ${alive ? 'alive' : 'gone'} when ${at}`, {
    select: (evidence) => processChecks(evidence, at),
    decide([check]) {
      if (!check) return when(false, `the table was not looked at when ${at}`);
      const lives = (check.value as readonly string[]).includes(name);
      return when(lives === alive, `${name} ${lives ? 'lives' : 'is gone'} when ${at}`);
    },
  });
}
