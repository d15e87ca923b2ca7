import type { Requirement } from '../requirements.ts';

export const COMTRADE = {
  'comtrade.records.release-exact': {
    source: 'comtradebench-reference §1',
    says: 'the records of every released task are identical to the release, field by field',
  },
} satisfies Record<string, Requirement>;
