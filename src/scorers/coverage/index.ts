export { coverage } from './coverage.ts';
