import { archetype } from './archetype.ts';
import { chooses, pagesInOrder } from './habits.ts';

export const givesUpOnFirstFault = archetype({
  id: 'gives-up-on-first-fault',
  title: 'Stops at the first fault and hands in what it has',
  documents: 'The always-skip calibration policy, carried to L2: one fault ends the walk (Table A2)',
  habits: {
    choose: chooses('skip'),
    nextPages: (reading, habits) =>
      reading.fetches.some(({ error }) => error !== undefined) ? [] : pagesInOrder(reading, habits),
  },
});
