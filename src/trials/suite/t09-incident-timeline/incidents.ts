import { says, type TrialService } from '../services/service.ts';

/** The incident service gives a code once; after that it is gone. */
export const incidents: TrialService = {
  name: 'incidents',
  tools: [
    {
      name: 'fetch_code',
      description: 'Fetches the one-time code of an incident. It is given once.',
      inputSchema: {
        type: 'object',
        properties: { incident: { type: 'string', description: 'The number of the incident' } },
        required: ['incident'],
      },
      call({ incident }, { values, count, commit }) {
        const given = count('fetch') > 0;
        commit('fetch', { incident: incident ?? null });
        return given
          ? { ...says('The code has been given and is gone.'), isError: true }
          : says(`Code ${values['code']}.`);
      },
    },
  ],
};
