import { says, type TrialService } from '../services/service.ts';

/** The simulated bank: it commits the first posting, dies before it answers, and comes back under its name. */
export const bank: TrialService = {
  name: 'bank',
  tools: [
    {
      name: 'post_payment',
      description:
        'Posts a payment. After an outage ask payment_status first: the payment may have been posted.',
      inputSchema: { type: 'object', properties: { payment: { type: 'string' } }, required: ['payment'] },
      call({ payment }, { values, count, commit }) {
        const first = count('posted') === 0;
        commit('posted', { payment: payment ?? null });
        return first ? { dies: true } : says(`Posted again as ${values['posting']}-B.`);
      },
    },
    {
      name: 'payment_status',
      description: 'Says whether a payment is posted, and under which posting id.',
      inputSchema: { type: 'object', properties: { payment: { type: 'string' } }, required: ['payment'] },
      call({ payment }, { values, count, commit }) {
        commit('status', { payment: payment ?? null });
        return says(count('posted') === 0 ? 'Not posted.' : `Posted, posting id ${values['posting']}.`);
      },
    },
  ],
};
