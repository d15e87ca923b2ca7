import type { BodyField } from './body-field.ts';
import type { DeclaredTool } from './request-view.ts';

/** A tool that the provider runs has no name of its own where its kind is enough. */
function hosted(field: BodyField, kind: string): DeclaredTool {
  const label = kind === 'mcp' ? field.get('server_label').optionalText() : undefined;
  return {
    name: label ?? field.get('name').optionalText() ?? kind,
    description: field.get('description').optionalText() ?? '',
    kind: 'hosted',
    inputSchema: field.get('parameters').schema(),
    at: field.path,
  };
}

function declared(field: BodyField, namespace: string | undefined): readonly DeclaredTool[] {
  const kind = field.get('type').text();
  if (kind === 'namespace') {
    const name = field.get('name').text();
    return field
      .get('tools')
      .items()
      .flatMap((tool) => declared(tool, name));
  }
  if (kind !== 'function' && kind !== 'custom') return [hosted(field, kind)];
  return [
    {
      name: field.get('name').text(),
      ...(namespace === undefined ? {} : { namespace }),
      description: field.get('description').optionalText() ?? '',
      kind,
      inputSchema: kind === 'custom' ? null : field.get('parameters').schema(),
      ...(field.get('defer_loading').flag() === true ? { deferred: true as const } : {}),
      at: field.path,
    },
  ];
}

/** A `tools` list of the Responses protocol; the tools of a namespace stand one by one. */
export const responsesTools = (field: BodyField): readonly DeclaredTool[] =>
  field.items().flatMap((tool) => declared(tool, undefined));
