import { type TrialService, text } from '../services/service.ts';

/** The invoice desk: its answer has a text part and a structured part, and each holds what the other does not. */
export const desk: TrialService = {
  name: 'desk',
  tools: [
    {
      name: 'lookup_invoice',
      description: 'Looks up an invoice: when it is due, its total and its reference.',
      inputSchema: {
        type: 'object',
        properties: { invoice: { type: 'string', description: 'The invoice number' } },
        required: ['invoice'],
      },
      call({ invoice }, { values, commit }) {
        commit('lookup', { invoice: invoice ?? null });
        return {
          content: [
            text(
              `Invoice ${String(invoice)} is due on the last day of the month. Due code: ${values['due']}.`,
            ),
          ],
          structuredContent: { total: 1284.5, reference: values['reference'] ?? '' },
        };
      },
    },
  ],
};
