import { webCryptoHasher } from '../../../../app/lib/agent/testing/test-session.ts';
import { connect } from '../../../../app/lib/mcp/connection/connect.ts';
import type { Surroundings } from '../../../../app/lib/mcp/connection/open-server.ts';
import { createMcpService, type RunningMcp } from '../../../../app/lib/mcp/create-mcp-service.ts';
import type { McpStore } from '../../../../app/lib/persistence/mcp-store.ts';
import { type McpConfirmed, type McpSecrets, type McpServer, mcpServersSchema, mcpTarget } from '../../../../app/lib/protocol/mcp/mcp.ts';
import { $mcp, type McpServerState } from '../../../../app/lib/stores/mcp.ts';

export interface TestMcp {
  service: RunningMcp;
  servers(): readonly McpServer[];
  /** The durations of all waits, in order; none of them took real time. */
  readonly pauses: readonly number[];
  /** Resolves with the state once `is` accepts it. */
  state(name: string, is: (state: McpServerState) => boolean): Promise<McpServerState>;
  close(): Promise<void>;
}

/** Creates the service with the real client and its own store; waits take no time. */
export async function testMcp(servers: unknown[], surroundings: Partial<Surroundings> = {}): Promise<TestMcp> {
  let mcpServers = mcpServersSchema.parse(servers);
  const pauses: number[] = [];
  let listener = () => undefined as undefined;
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
    store: memoryStore(),
    surroundings: {
      network: { direct: fetch, relay: null },
      now: Date.now,
      startProcess: () => Promise.reject(new Error('No test has given an engine.')),
      projectRoot: () => '/home/project',
      onLog: () => undefined,
      hasher: webCryptoHasher,
      ...surroundings,
    },
    load: async () => connect,
    pause: async (milliseconds) => void pauses.push(milliseconds),
    signIn: null,
  });
  return {
    service,
    servers: () => mcpServers,
    pauses,
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
    },
  };
}

export const isSettled = ({ status }: McpServerState) => status !== 'connecting' && status !== 'off';

function memoryStore(): McpStore {
  const secrets = new Map<string, McpSecrets>();
  const confirmed = new Map<string, McpConfirmed>();
  const bound = <Kept extends { boundTo: string }>(kept: Kept | undefined, server: McpServer) =>
    kept !== undefined && kept.boundTo === mcpTarget(server) ? kept : null;
  return {
    secrets: async (server) => bound(secrets.get(server.name), server),
    writeSecrets: async (server, given) => void secrets.set(server.name, { ...given, boundTo: mcpTarget(server) }),
    confirmed: async (server) => bound(confirmed.get(server.name), server) ?? { boundTo: mcpTarget(server), isStartable: false, tools: {} },
    writeConfirmed: async (server, given) => void confirmed.set(server.name, { ...given, boundTo: mcpTarget(server) }),
    async remove(name) {
      secrets.delete(name);
      confirmed.delete(name);
    },
  };
}
