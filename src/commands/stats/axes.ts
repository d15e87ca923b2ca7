import { MeasurandError } from '../../core/errors.ts';

/** What tells episodes apart besides task and seed, in the order in which groups name it. */
export const AXES = [
  'model',
  'scaffold',
  'profile',
  'protocol',
  'arm',
  'settings',
  'suite',
  'archive',
] as const;
export type Axis = (typeof AXES)[number];

/** Where runs may be selected and paired. */
export const PLACES = [...AXES, 'task', 'seed'] as const;
export type Place = (typeof PLACES)[number];

function oneOf<T extends string>(name: string, known: readonly T[], field: string): T {
  const found = known.find((candidate) => candidate === name);
  if (found) return found;
  throw new MeasurandError('unknown-axis', `${JSON.stringify(name)} tells no episodes apart`, {
    field,
    next: `Choose from ${known.join(', ')}`,
  });
}

/** @throws MeasurandError `unknown-axis` */
export const axisNamed = (name: string, field: string): Axis => oneOf(name, AXES, field);

/** @throws MeasurandError `unknown-axis` */
export const placeNamed = (name: string, field: string): Place => oneOf(name, PLACES, field);
