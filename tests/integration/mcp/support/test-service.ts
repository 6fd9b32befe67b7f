import 'fake-indexeddb/auto';
import { webCryptoHasher } from '../../../../app/lib/agent/testing/test-session.ts';
import { connect } from '../../../../app/lib/mcp/connection/connect.ts';
import type { Surroundings } from '../../../../app/lib/mcp/connection/open-server.ts';
import { createMcpService, type RunningMcp } from '../../../../app/lib/mcp/create-mcp-service.ts';
import { openDatabase } from '../../../../app/lib/persistence/database.ts';
import { createMcpStore } from '../../../../app/lib/persistence/mcp-store.ts';
import { type McpServer, mcpServersSchema } from '../../../../app/lib/protocol/mcp/mcp.ts';
import { $mcp, type McpServerState } from '../../../../app/lib/stores/mcp.ts';

export interface TestMcp {
  service: RunningMcp;
  servers(): readonly McpServer[];
  /** Resolves with the state once it is one that `is` wants. */
  state(name: string, is: (state: McpServerState) => boolean): Promise<McpServerState>;
  close(): Promise<void>;
}

let databases = 0;

/** The service over the real client and a store of its own; time does not pause it. */
export async function testMcp(servers: unknown[], surroundings: Partial<Surroundings> = {}): Promise<TestMcp> {
  let mcpServers = mcpServersSchema.parse(servers);
  let listener = () => undefined as undefined;
  const database = await openDatabase(`mcp-${++databases}`, { onClosed: () => undefined });
  const service = createMcpService({
    settings: {
      current: () => ({ mcpServers }),
      updateSettings(patch) {
        mcpServers = patch.mcpServers;
        listener();
      },
      onChange: (changed) => {
        listener = () => void changed();
      },
    },
    store: createMcpStore(database),
    surroundings: {
      network: { direct: fetch, relay: null },
      now: Date.now,
      startProcess: () => Promise.reject(new Error('No test has given an engine.')),
      projectRoot: '/home/project',
      onLog: () => undefined,
      hasher: webCryptoHasher,
      ...surroundings,
    },
    load: async () => connect,
    pause: async () => undefined,
    signIn: null,
  });
  return {
    service,
    servers: () => mcpServers,
    state: (name, is) =>
      new Promise((resolve) => {
        const stop = $mcp.subscribe((states) => {
          const state = states.get(name);
          if (state === undefined || !is(state)) return;
          resolve(state);
          queueMicrotask(() => stop());
        });
      }),
    async close() {
      mcpServers = [];
      listener();
      database.close();
    },
  };
}

export const isSettled = ({ status }: McpServerState) => status !== 'connecting' && status !== 'off';
