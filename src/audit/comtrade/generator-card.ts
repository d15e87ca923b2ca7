import { comtradeDefinition } from '../../tasks/comtrade/definitions.ts';
import type { GeneratorCard } from '../document.ts';
import type { ProfileMeasurements } from './measurements.ts';
import type { AuditedProfile } from './profile.ts';

const RECORDS =
  'ten fields a record: query constants, three numbers drawn uniformly (tradeValue below 1,000,000, netWeight below 50,000, qty below 10,000), and a record id';

function limits(profile: AuditedProfile, { environment }: ProfileMeasurements): string {
  return environment.seedSensitivity.sameRecords === 0
    ? 'Every seed makes other records, identifiers and fault places, so a seed kept back until scoring cannot have been learnt. The record shape, the tasks and the fault kinds are public.'
    : `No seed enters: the whole test set of ${profile.title} is fixed and public, and a model may have memorised it. Repeats over seeds repeat the same data.`;
}

/** The datasheet of a profile's seeded generator (after Gebru et al., Datasheets for Datasets). */
export function generatorCard(profile: AuditedProfile, measurements: ProfileMeasurements): GeneratorCard {
  const { tasks } = profile;
  const published = profile.name === 'as-published';
  const { faultWitness } = measurements.environment;
  return {
    profile: profile.name,
    title: `Generator of ${profile.title}`,
    sections: [
      {
        heading: 'What it makes',
        rows: [
          { name: 'Records', text: RECORDS },
          {
            name: 'Origin of the values',
            text: 'synthetic; no record is a real trade flow, though reporters, partners and commodity codes look like those of UN Comtrade',
          },
          { name: 'Tasks', text: tasks.map((task) => task.id).join(', ') },
          {
            name: 'Rows by task',
            text: tasks.map((task) => `${task.id} ${comtradeDefinition(task.id).rows}`).join(', '),
          },
        ],
      },
      {
        heading: 'Seeds',
        rows: [
          { name: 'Generator', text: 'MT19937, seeded and drawn from as Python’s random.Random' },
          {
            name: 'What is seeded',
            text: published
              ? 'records by task and query; faults by task and request counter; the seed of an episode reaches neither'
              : 'records by task, query and seed; faults by seed, page and attempt, or by seed and the count of successes',
          },
          {
            name: 'Range',
            text: published ? 'any integer, without effect' : 'integers from 0 to 9,007,199,254,740,991',
          },
        ],
      },
      {
        heading: 'Parameters',
        rows: tasks.map((task) => ({ name: task.id, text: JSON.stringify(task.settings) })),
      },
      {
        heading: 'Declared faults, and whether they occur',
        rows: Object.entries(faultWitness.byTask).map(([task, faults]) => ({
          name: task,
          text: Object.entries(faults)
            .map(([fault, seen]) => `${fault} met in ${seen} of ${faultWitness.seeds} seeds`)
            .join('; '),
        })),
      },
      {
        heading: 'Contamination and other limits',
        rows: [
          { name: 'Contamination', text: limits(profile, measurements) },
          {
            name: 'Transfer',
            text: 'Values carry no meaning, so nothing is said of understanding trade data; what is exercised is fetching, retrying, de-duplicating and handing in.',
          },
        ],
      },
    ],
  };
}
