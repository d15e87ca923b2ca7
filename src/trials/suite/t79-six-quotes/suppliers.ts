import type { PrivateValues } from '../../criteria/line.ts';
import { says, type TrialService } from '../services/service.ts';

export const SUPPLIERS = ['alder', 'birch', 'cedar', 'elm', 'fir', 'hazel'] as const;
export type Supplier = (typeof SUPPLIERS)[number];

/** Between two answers, so that they come in the reverse order of asking. */
const APART_MS = 120;

export const quoteName = (supplier: Supplier): string => `quote ${supplier}`;
export const priceName = (supplier: Supplier): string => `price ${supplier}`;

const isSupplier = (name: unknown): name is Supplier => SUPPLIERS.some((supplier) => supplier === name);

/** The supplier with the lowest price. Prices never tie: each has its own last digit. */
export const cheapest = (values: PrivateValues): Supplier => {
  const price = (supplier: Supplier): number => Number(values[priceName(supplier)]);
  return [...SUPPLIERS].sort((a, b) => price(a) - price(b))[0] ?? 'alder';
};

export const suppliers: TrialService = {
  name: 'suppliers',
  tools: [
    {
      name: 'ask_quote',
      description: 'Asks a supplier for a quote: its number and its price.',
      inputSchema: {
        type: 'object',
        properties: { supplier: { type: 'string', description: `One of ${SUPPLIERS.join(', ')}` } },
        required: ['supplier'],
      },
      call({ supplier }, { values, commit }) {
        if (!isSupplier(supplier)) return { code: -32_602, message: 'no such supplier' };
        commit(`quote ${supplier}`, {});
        return {
          ...says(
            `Quote ${values[quoteName(supplier)]}: price ${values[priceName(supplier)]}, delivery in 14 days.`,
          ),
          afterMs: (SUPPLIERS.length - SUPPLIERS.indexOf(supplier)) * APART_MS,
        };
      },
    },
  ],
};
