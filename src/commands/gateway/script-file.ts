import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { MeasurandError } from '../../core/errors.ts';
import { JsonValueSchema } from '../../core/schemas/json.ts';
import { scripted } from '../../gateway/backends/scripted.ts';
import type { GatewayBackend, Reply } from '../../gateway/contracts.ts';
import { FaultSchema } from './fault-files.ts';

const ReplySchema = z.strictObject({
  text: z.string().exactOptional(),
  reasoning: z.string().exactOptional(),
  calls: z
    .array(
      z.strictObject({
        id: z.string().exactOptional(),
        name: z.string(),
        namespace: z.string().exactOptional(),
        kind: z.enum(['function', 'custom']).exactOptional(),
        args: JsonValueSchema,
        rawArgs: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
  stop: z.enum(['end', 'calls', 'length']).exactOptional(),
  usage: z
    .strictObject({
      input: z.int().nonnegative(),
      output: z.int().nonnegative(),
      cached: z.int().nonnegative().exactOptional(),
    })
    .exactOptional(),
  faults: z.array(FaultSchema).exactOptional(),
});

const ScriptFile = z.array(ReplySchema).min(1);

const invalid = (file: string, what: string, field?: string): MeasurandError =>
  new MeasurandError('invalid-script', what, {
    file,
    ...(field === undefined ? {} : { field }),
    next: 'Write a JSON list of replies, of which only the last has no calls',
  });

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw invalid(file, `cannot be read as JSON: ${(error as Error).message}`);
  }
}

/** Replies of a script file. @throws MeasurandError `invalid-script` */
export function scriptReplies(file: string): readonly Reply[] {
  const parsed = ScriptFile.safeParse(read(file));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(file, issue?.message ?? 'is not a script', issue?.path.join('.'));
  }
  const early = parsed.data.slice(0, -1).findIndex(({ calls = [] }) => calls.length === 0);
  if (early >= 0) throw invalid(file, 'a reply without calls ends the conversation', String(early));
  return parsed.data;
}

/**
 * A back end that plays a list of replies. Which comes next follows from the conversation, never from a count of
 * requests: it is the first whose calls do not all have their results yet, so a retried request gets the same reply.
 */
export function scriptBackend(replies: readonly Reply[]): GatewayBackend {
  return scripted(({ role, view }) => {
    if (role !== 'main' && role !== 'child') return { text: `Scripted ${role}` };
    let answered = view.results.length;
    for (const reply of replies) {
      const calls = reply.calls?.length ?? 0;
      if (calls === 0 || answered < calls) return reply;
      answered -= calls;
    }
    return { text: 'The script has ended' };
  });
}
