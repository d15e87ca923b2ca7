import { says, type TrialService, text } from '../services/service.ts';

/** The posting desk: a first posting is refused as locked; the retry token is in the error's text, a hint beside it. */
export const posting: TrialService = {
  name: 'posting',
  tools: [
    {
      name: 'post_entry',
      description: 'Posts an entry. A locked record is refused with a token; post again with that token.',
      inputSchema: {
        type: 'object',
        properties: {
          entry: { type: 'string', description: 'The entry to post' },
          token: { type: 'string', description: 'The retry token of a refusal' },
        },
        required: ['entry'],
      },
      call({ entry, token }, { values, commit }) {
        commit('post', { entry: entry ?? null, token: token ?? null });
        if (token === values['token']) {
          commit('posted', { entry: entry ?? null });
          return says(`Entry ${String(entry)} is posted.`);
        }
        return {
          content: [text(`The record is locked. Post once more with retry token ${values['token']}.`)],
          structuredContent: { reason: 'locked', hint: values['hint'] ?? '' },
          isError: true,
        };
      },
    },
  ],
};
