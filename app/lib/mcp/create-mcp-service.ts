import type { ToolDefinition } from '../agent/contract/tool-definition.ts';
import { t } from '../i18n/t.ts';
import { errorMessage } from '../protocol/error-message.ts';
import { type McpServer, type McpVerdict, mcpServersSchema, mcpTarget } from '../protocol/mcp/mcp.ts';
import type { AppSettings } from '../protocol/settings.ts';
import type { McpActions, McpService } from './mcp-service.ts';
import { mergedSecrets } from './merged-secrets.ts';
import { serverFetch } from './network/server-fetch.ts';
import { routedFetch } from './routed-fetch.ts';
import type { SessionDependencies } from './server-session.ts';
import { SessionList } from './session-list.ts';
import { testServer } from './test-server.ts';

export interface McpDependencies extends Omit<SessionDependencies, 'onChange'> {
  settings: {
    current(): Pick<AppSettings, 'mcpServers'>;
    updateSettings(patch: Pick<AppSettings, 'mcpServers'>): void;
    /** Calls back for every change, including those of other tabs. */
    onChange(listener: () => void): void;
  };
}

export interface RunningMcp extends McpService {
  /** Tools of all connected servers; the same array until something changes. */
  tools(): readonly ToolDefinition[];
  /** The servers in the settings and the project. */
  servers(): readonly McpServer[];
  /** Resolves when no server is connecting, or after a moment. */
  settled(): Promise<void>;
  /** Connects all enabled servers; commands only once there is an engine. */
  start(): void;
  /** Called when there is an engine; returns a function that ends the servers in it. */
  startCommands(): () => void;
}

const noServer = () => ({ ok: false, why: t('There is no such server.') }) as const;

/** The servers in the settings, connected while enabled. */
export function createMcpService(dependencies: McpDependencies): RunningMcp {
  const { settings } = dependencies;
  const sessions = new SessionList(dependencies);
  const sync = () => sessions.sync(settings.current().mcpServers);
  return {
    ...configuration(dependencies, sessions),
    ...connections(dependencies, sessions),
    // The reason is for a model, so it is in English.
    call: async (name, tool, input, options) =>
      sessions.get(name)?.call(tool, input, options) ?? { ok: false, why: 'There is no such server.' },
    tools: () => sessions.tools,
    servers: () => settings.current().mcpServers,
    settled: () => sessions.settled(),
    start() {
      settings.onChange(sync);
      sync();
    },
    startCommands: () => sessions.startCommands(),
  };
}

type Configuration = 'saveMcpServer' | 'removeMcpServer' | 'setMcpVerdict' | 'markMcpToolSeen' | 'confirmMcpCommand';

function configuration({ settings, store }: McpDependencies, sessions: SessionList): Pick<McpActions, Configuration> {
  return {
    async saveMcpServer(given, secrets = { headers: {}, environment: {} }) {
      const before = find(settings, given.name);
      // Permissions were given to the old target of this name, so they are dropped.
      const server = before !== undefined && mcpTarget(before) !== mcpTarget(given) ? { ...given, verdicts: {} } : given;
      const parsed = mcpServersSchema.safeParse(withServer(settings, server));
      if (!parsed.success)
        return {
          ok: false,
          why: t('The server was not saved: {problem}.', { problem: parsed.error.issues[0]?.message ?? t('it does not fit') }),
        };
      try {
        await store.writeSecrets(server, mergedSecrets(server, secrets, await store.secrets(server)));
      } catch (error) {
        return { ok: false, why: t('The server was not saved: {problem}', { problem: errorMessage(error) }) };
      }
      // Reconnects also if only the secrets have changed, because the connection uses them.
      sessions.close(server.name);
      settings.updateSettings({ mcpServers: parsed.data });
      sessions.sync(parsed.data);
      return { ok: true, value: null };
    },
    async removeMcpServer(name) {
      settings.updateSettings({ mcpServers: settings.current().mcpServers.filter((server) => server.name !== name) });
      await store.remove(name).catch(() => undefined); // Without a server of this name and target, the stored data is never used.
    },
    setMcpVerdict(name, tool, verdict) {
      const server = find(settings, name);
      if (server === undefined) return;
      settings.updateSettings({ mcpServers: withServer(settings, withVerdict(server, tool, verdict)) });
      const state = sessions.get(name)?.state;
      const shown = state?.status === 'ready' ? state.tools.find((one) => one.name === tool) : undefined;
      // The permission was set next to the current description, so it counts as seen.
      if (shown !== undefined) void sessions.get(name)?.markSeen(tool, shown.hash);
    },
    markMcpToolSeen: async (name, tool, hash) => sessions.get(name)?.markSeen(tool, hash),
    async confirmMcpCommand(name, command) {
      const session = sessions.get(name);
      if (session?.server.transport === 'stdio' && session.server.command === command) await session.confirmCommand();
    },
  };
}

function connections(dependencies: McpDependencies, sessions: SessionList): Omit<McpActions, Configuration> {
  const { settings, store, signIn } = dependencies;
  return {
    async connectMcpServer(name) {
      const server = find(settings, name);
      if (server === undefined) return;
      if (!server.isEnabled) settings.updateSettings({ mcpServers: withServer(settings, { ...server, isEnabled: true }) });
      await sessions.get(name)?.start();
    },
    disconnectMcpServer: async (name) => sessions.get(name)?.stop(),
    async testMcpServer(server, secrets, signal) {
      const known = await store.secrets(server).catch(() => null);
      return testServer(server, mergedSecrets(server, secrets, known), dependencies, signal);
    },
    async signInToMcpServer(name, signal) {
      const server = find(settings, name);
      if (server?.transport !== 'http' || signIn === null) return noServer();
      const { network, now } = dependencies.surroundings;
      const request = serverFetch(server, { route: routedFetch(server.route, network), headers: {}, now });
      const outcome = await signIn.signIn(server, request, signal);
      if (outcome.ok) await sessions.get(name)?.start();
      return outcome;
    },
    readMcpResource: async (name, uri, signal) => sessions.get(name)?.readResource(uri, signal) ?? noServer(),
    getMcpPrompt: async (name, prompt, values, signal) => sessions.get(name)?.getPrompt(prompt, values, signal) ?? noServer(),
  };
}

function find(settings: McpDependencies['settings'], name: string): McpServer | undefined {
  return settings.current().mcpServers.find((server) => server.name === name);
}

function withServer(settings: McpDependencies['settings'], server: McpServer): McpServer[] {
  const { mcpServers } = settings.current();
  const isKnown = mcpServers.some(({ name }) => name === server.name);
  return isKnown ? mcpServers.map((one) => (one.name === server.name ? server : one)) : [...mcpServers, server];
}

function withVerdict(server: McpServer, tool: string, verdict: McpVerdict): McpServer {
  const others = Object.entries(server.verdicts).filter(([name]) => name !== tool);
  return { ...server, verdicts: Object.fromEntries([...others, [tool, verdict]]) };
}
