import type { z } from 'zod';
import {
  type McpConfirmed,
  type McpSecrets,
  type McpServer,
  mcpConfirmedSchema,
  mcpSecretsSchema,
  mcpTarget,
} from '../protocol/mcp/mcp.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';

/** Data of MCP servers besides their settings. Data that is bound to another target than the server's, or unreadable, counts as absent. */
export interface McpStore {
  secrets(server: McpServer): Promise<McpSecrets | null>;
  /** Replaces the secrets and binds them to the server's target. */
  writeSecrets(server: McpServer, secrets: Omit<McpSecrets, 'boundTo'>): Promise<void>;
  confirmed(server: McpServer): Promise<McpConfirmed>;
  writeConfirmed(server: McpServer, confirmed: Omit<McpConfirmed, 'boundTo'>): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Kept in IndexedDB, which neither the settings export nor the project export reads. */
export function createMcpStore(database: DevonzDatabase): McpStore {
  const read = async <Kept extends { boundTo: string }>(
    kind: 'secrets' | 'confirmed',
    server: McpServer,
    schema: z.ZodType<Kept>,
  ): Promise<Kept | null> => {
    const parsed = schema.safeParse(await database.get('mcp', [kind, server.name]));
    return parsed.success && parsed.data.boundTo === mcpTarget(server) ? parsed.data : null;
  };
  const write = async (kind: 'secrets' | 'confirmed', server: McpServer, kept: object) =>
    void (await database.put('mcp', { ...kept, boundTo: mcpTarget(server) }, [kind, server.name]));
  return {
    secrets: (server) => read('secrets', server, mcpSecretsSchema),
    writeSecrets: (server, secrets) => write('secrets', server, secrets),
    confirmed: async (server) =>
      (await read('confirmed', server, mcpConfirmedSchema)) ?? { boundTo: mcpTarget(server), isStartable: false, tools: {} },
    writeConfirmed: (server, confirmed) => write('confirmed', server, confirmed),
    async remove(name) {
      // One transaction, so that no confirmation survives if the tab is killed in between.
      const { store, done } = database.transaction('mcp', 'readwrite');
      await Promise.all([store.delete(['secrets', name]), store.delete(['confirmed', name]), done]);
    },
  };
}
