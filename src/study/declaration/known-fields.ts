import { z } from 'zod';
import type { FieldPath } from './source.ts';

interface Node {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

/** The schemas that may hold for a child of any of these. */
function children(nodes: readonly Node[], step: string | number): readonly Node[] {
  return nodes.flatMap((node) => {
    const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
    const rest = typeof node.additionalProperties === 'object' ? [node.additionalProperties] : [];
    const own = typeof step === 'number' ? node.items : (node.properties?.[step] ?? rest[0]);
    return [...(own === undefined ? [] : [own]), ...children(branches, step)];
  });
}

function fieldsOf(node: Node): readonly string[] {
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  return [...Object.keys(node.properties ?? {}), ...branches.flatMap(fieldsOf)];
}

/** Names of the fields that an object at this place of a schema may have. */
export function knownFields(schema: z.ZodType, path: FieldPath): readonly string[] {
  const root = z.toJSONSchema(schema) as Node;
  const nodes = path.reduce<readonly Node[]>((at, step) => children(at, step), [root]);
  return [...new Set(nodes.flatMap(fieldsOf))];
}
