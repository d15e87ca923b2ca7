export { truthF1 } from './f1.ts';
export { matchTruth } from './match.ts';
export { truth, truthById } from './scorers.ts';
