import { archetype } from './archetype.ts';
import { chooses } from './habits.ts';

export const skipHedging = archetype({
  id: 'skip-hedging',
  title: 'Skips a failed page rather than spend another request on it',
  documents:
    'The SKIP that no language model chose in 120 decisions (Table A7, non-degeneracy); the retry decision made the other way',
  habits: { choose: chooses('skip'), retries: () => false },
});
