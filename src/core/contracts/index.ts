export type * from './episode.ts';
export { EPISODE_STATES } from './episode.ts';
export type * from './model.ts';
export type * from './progress.ts';
export type * from './scaffold.ts';
export type * from './scorer.ts';
export type * from './task.ts';
