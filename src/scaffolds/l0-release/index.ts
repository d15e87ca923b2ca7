export { l0Release } from './l0-release.ts';
