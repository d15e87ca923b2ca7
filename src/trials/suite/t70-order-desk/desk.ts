import { says, type TrialService } from '../services/service.ts';

/** What an order must look like: a union, a reference, an enumeration, a nested object, limits. */
export const ORDER_SCHEMA = {
  type: 'object',
  properties: {
    item: { type: 'string', description: 'The item number, as the catalogue gives it' },
    quantity: { type: 'integer', minimum: 1, maximum: 12 },
    priority: { type: 'string', enum: ['slow-boat', 'night-train', 'courier'] },
    delivery: {
      anyOf: [
        {
          type: 'object',
          properties: { dock: { type: 'integer' }, gate: { type: 'string' } },
          required: ['dock', 'gate'],
        },
        { type: 'object', properties: { locker: { type: 'string' } }, required: ['locker'] },
      ],
    },
    buyer: { $ref: '#/$defs/party' },
  },
  required: ['item', 'quantity', 'priority', 'delivery', 'buyer'],
  $defs: {
    party: {
      type: 'object',
      properties: { name: { type: 'string' }, ledger: { type: 'string' } },
      required: ['name', 'ledger'],
    },
  },
} as const;

/** Words that a declaration must still hold, whatever a harness makes of its form: one for each construct. */
export const CONSTRUCTS: Readonly<Record<string, readonly string[]>> = {
  'the enumeration': ['slow-boat', 'night-train', 'courier'],
  'the union': ['dock', 'gate', 'locker'],
  'the referenced object': ['ledger', 'name'],
};

export const PART = 'ROTOR-9';

export const orders: TrialService = {
  name: 'orders',
  tools: [
    {
      name: 'find_item',
      description: 'Finds the item number of a part in the catalogue.',
      inputSchema: { type: 'object', properties: { part: { type: 'string' } }, required: ['part'] },
      call({ part }, { values, commit }) {
        commit('find', { part: part ?? null });
        return part === PART
          ? says(`Item number ${values['item']}.`)
          : { ...says('No such part.'), isError: true };
      },
    },
    {
      name: 'place_order',
      description: 'Places an order.',
      inputSchema: ORDER_SCHEMA,
      call(args, { values, commit }) {
        const { item, quantity } = args;
        const right =
          item === values['item'] && Number.isInteger(quantity) && typeof args['buyer'] === 'object';
        commit(right ? 'order' : 'invalid', args);
        return right ? says('The order is placed.') : { ...says('The order is not valid.'), isError: true };
      },
    },
  ],
};
