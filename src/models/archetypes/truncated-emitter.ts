import { archetype } from './archetype.ts';

export const truncatedEmitter = archetype({
  id: 'truncated-emitter',
  title: 'Hands in what one reply holds and leaves it at that, also where more replies are open to it',
  documents: 'The output floor of T7: a few rows of 750 handed in (Table A13; Section A.6)',
  habits: { handsIn: 'one-reply' },
});
