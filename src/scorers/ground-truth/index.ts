export { type F1, truthF1 } from './f1.ts';
export { matchTruth, type TruthMatch } from './match.ts';
export { truth, truthById } from './scorers.ts';
