import { z } from 'zod';
import type { FieldPath } from './source.ts';

interface Node {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly const?: unknown;
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

function nodesAt(schema: z.ZodType, path: FieldPath): readonly Node[] {
  const root = z.toJSONSchema(schema) as Node;
  return path.reduce<readonly Node[]>((at, step) => children(at, step), [root]);
}

/** Names of the fields that an object at this place of a schema may have. */
export function knownFields(schema: z.ZodType, path: FieldPath): readonly string[] {
  return [...new Set(nodesAt(schema, path).flatMap(fieldsOf))];
}

/** Words of which exactly one must stand at this place of a schema, each choosing a form of what is around it. */
export function knownWords(schema: z.ZodType, path: FieldPath): readonly string[] {
  const words = nodesAt(schema, path).flatMap(({ const: word }) => (typeof word === 'string' ? [word] : []));
  return [...new Set(words)];
}
