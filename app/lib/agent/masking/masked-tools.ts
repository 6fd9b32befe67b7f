import type { JsonValue } from '../../protocol/message.ts';
import type { ToolRegistry } from '../contract/tool-definition.ts';
import { mapStrings } from './map-strings.ts';

/** Masks the texts of other servers' tools, which may contain the key given to a server. Names are kept, because calls use them. */
export function maskedTools(registry: ToolRegistry, inText: ((text: string) => string) | undefined): ToolRegistry {
  if (inText === undefined || !registry.tools.some(({ foreign }) => foreign !== undefined)) return registry;
  const tools = registry.tools.map((tool) => {
    if (tool.foreign === undefined) return tool;
    // The schema was parsed from JSON.
    const schema = mapStrings(tool.foreign.inputSchema as JsonValue, inText) as typeof tool.foreign.inputSchema;
    const inputSchema = { ...schema, type: 'object' as const };
    return { ...tool, description: inText(tool.description), foreign: { ...tool.foreign, inputSchema } };
  });
  return { tools, get: (name) => registry.get(name) };
}
