import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import type { TableContent } from '../types.ts';
import { tableA1 } from './a1.ts';
import { tableA2 } from './a2.ts';
import { tableA3 } from './a3.ts';
import { tableA4 } from './a4.ts';
import { tableA4Verdicts } from './a4-verdicts.ts';
import { tableA5 } from './a5.ts';
import { sectionA6 } from './a6.ts';
import { tableA8 } from './a8.ts';
import { tableA10 } from './a10.ts';
import { tableA12 } from './a12.ts';
import { tableA13 } from './a13.ts';
import { tableA14 } from './a14.ts';
import { tableA18 } from './a18.ts';
import { tableA19 } from './a19.ts';
import { figure2 } from './figure2.ts';
import { table1 } from './table1.ts';
import { traceTrial } from './trace-trial.ts';

/** Every table that is regenerated, by id, in the order of the specification (§4). */
export const TABLES = {
  A12: tableA12,
  Figure2: figure2,
  A13: tableA13,
  A1: tableA1,
  A2: tableA2,
  A3: tableA3,
  A10: tableA10,
  A4: tableA4,
  Table1: table1,
  A14: tableA14,
  A18: tableA18,
  A19: tableA19,
  A6: sectionA6,
  A5: tableA5,
  A8: tableA8,
  'A4-verdicts': tableA4Verdicts,
  TraceTrial: traceTrial,
} as const satisfies Readonly<Record<string, (data: PaperData) => TableContent>>;

export type TableId = keyof typeof TABLES;
export const TABLE_IDS = Object.keys(TABLES) as readonly TableId[];
