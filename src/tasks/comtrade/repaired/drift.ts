import { Random } from '../../../core/random.ts';
import { wholeRows } from './duplicates.ts';

/**
 * Which records belong to which page: in index order, or, under drift, in an order of the seed's own. Every record
 * belongs to exactly one page, for the whole episode, so that an in-order walk meets them all.
 */
export function partition<T>(
  records: readonly T[],
  pageSize: number,
  drift?: { readonly seedText: string },
): T[][] {
  const order = [...records];
  if (drift) new Random(`${drift.seedText}:drift`).shuffle(order);
  const pages: T[][] = [];
  for (let from = 0; from < order.length; from += pageSize) pages.push(order.slice(from, from + pageSize));
  return pages;
}

/**
 * One answer under drift: the page's own records and some that have slipped in from the pages beside it, in an order of
 * this attempt's own.
 */
export function drifted<T>(pages: readonly T[][], page: number, rate: number, random: Random): T[] {
  const own = pages[page - 1] ?? [];
  const beside = [...(pages[page - 2] ?? []), ...(pages[page] ?? [])];
  random.shuffle(beside);
  const rows = [...own, ...beside.slice(0, wholeRows(own.length, rate))];
  random.shuffle(rows);
  return rows;
}
