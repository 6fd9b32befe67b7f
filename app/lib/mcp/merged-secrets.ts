import type { McpSecrets, McpServer } from '../protocol/mcp/mcp.ts';
import type { McpGivenSecrets } from './mcp-service.ts';

/** The secrets that the server lists, each with the typed value or, if there is none, the stored one. */
export function mergedSecrets(server: McpServer, given: McpGivenSecrets, known: McpSecrets | null): Omit<McpSecrets, 'boundTo'> {
  const pick = (names: readonly string[], kind: 'headers' | 'environment') => {
    const values = new Map([...Object.entries(known?.[kind] ?? {}), ...Object.entries(given[kind])]);
    return Object.fromEntries(names.flatMap((name) => (values.has(name) ? [[name, values.get(name) ?? '']] : [])));
  };
  return {
    headers: pick(server.transport === 'http' ? server.headerNames : [], 'headers'),
    environment: pick(server.transport === 'stdio' ? server.environmentNames : [], 'environment'),
    ...(known?.oauth === undefined ? {} : { oauth: known.oauth }),
  };
}
