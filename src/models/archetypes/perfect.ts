import { archetype } from './archetype.ts';

export const perfect = archetype({
  id: 'perfect',
  title: 'Does everything right',
  documents:
    'The ceiling: what the interface and the environment allow (Section A.6; reference §3, straight walks)',
});
