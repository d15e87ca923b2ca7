import { z } from 'zod';
import type { Message, ModelView } from '../../../core/contracts/index.ts';
import { JsonValueSchema } from '../../../core/schemas/json.ts';

const Call = z.strictObject({ id: z.string(), name: z.string(), args: JsonValueSchema });

const MessageSchema = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), text: z.string() }),
  z.strictObject({ role: z.literal('user'), text: z.string() }),
  z.strictObject({ role: z.literal('assistant'), text: z.string(), calls: z.array(Call) }),
  z.strictObject({
    role: z.literal('tool'),
    callId: z.string(),
    name: z.string(),
    text: z.string(),
    isError: z.boolean(),
  }),
]) satisfies z.ZodType<Message>;

const Decide = z.strictObject({
  type: z.literal('decide'),
  id: z.int(),
  messages: z.array(MessageSchema),
  choices: z.array(z.string()).optional(),
});

/** What a harness that plays says to us. It is not trusted: what has another form ends the episode. */
export const FromPlayer = z.discriminatedUnion('type', [
  Decide,
  z.strictObject({
    type: z.literal('call'),
    id: z.int(),
    name: z.string(),
    args: JsonValueSchema.optional(),
  }),
  z.strictObject({ type: z.literal('ended') }),
  z.strictObject({ type: z.literal('failed'), message: z.string() }),
]);
export type FromPlayer = z.infer<typeof FromPlayer>;

export type DecideRequest = z.infer<typeof Decide>;

/** A question of the harness as the model is shown it: the tools are those of the environment, whatever it says. */
export function viewFor(
  { messages, choices }: DecideRequest,
  tools: ModelView['tools'],
  outputTokens: number | undefined,
): ModelView {
  return {
    messages,
    tools,
    ...(choices === undefined ? {} : { choices }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}
