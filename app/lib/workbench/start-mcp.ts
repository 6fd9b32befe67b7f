import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { Hasher } from '../agent/contract/ports.ts';
import type { ImageActions } from '../chat/images/image-service.ts';
import { createMcpService, type RunningMcp } from '../mcp/create-mcp-service.ts';
import { keepingPictures } from '../mcp/keep-picture.ts';
import type { McpSignIn } from '../mcp/mcp-service.ts';
import { createRelayFetch } from '../mcp/network/relay-fetch.ts';
import { createProjectMcp, type ProjectMcpActions } from '../mcp/project/project-mcp.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import { createSendOutbound } from '../outbound/open-outbound.ts';
import type { McpStore } from '../persistence/mcp-store.ts';
import type { ProjectServerStore } from '../persistence/project-server-store.ts';
import type { McpStdioServer } from '../protocol/mcp/mcp.ts';
import type { RuntimeService } from '../runtime/runtime-service.ts';
import type { TerminalService, WatchedTerminal } from '../runtime/terminal-service.ts';
import type { SettingsService } from '../settings/settings-service.ts';
import { createWorkerFetch } from '../worker-fetch/create-worker-fetch.ts';

export interface McpParts {
  /** To the app's own server. */
  request: typeof fetch;
  store: McpStore;
  settings: SettingsService;
  notices: Pick<NoticeService, 'error' | 'info' | 'guard'>;
  /** What of the servers that projects name the user has agreed to. */
  projectServers: ProjectServerStore;
  runtime: RuntimeService;
  terminals: TerminalService;
  hasher: Hasher;
  now(): number;
  pause(milliseconds: number): Promise<void>;
  outbound: { isAvailable: boolean; ownHosts: readonly string[] };
  projectRoot: string;
  /** Makes an image small and stores it. */
  images: Pick<ImageActions, 'prepareImage'>;
  createSignIn(store: McpStore): McpSignIn<OAuthClientProvider>;
}

/** The servers of tools, over what this page has. What speaks to them is loaded when the first one is switched on. */
export function startMcp(parts: McpParts): RunningMcp & ProjectMcpActions {
  const { request, store, settings, runtime, terminals, hasher, now, pause, outbound, projectRoot } = parts;
  const watched = new Map<string, WatchedTerminal>();
  const startProcess = async ({ name, command }: McpStdioServer, environment: Readonly<Record<string, string>>) => {
    const { runtime: booted } = await runtime.ready();
    const process = await booted.spawn({ command: 'jsh', args: ['-c', command], env: { ...environment } });
    watched.get(name)?.close();
    const terminal = terminals.watch(`MCP ${name}`, () => void service.disconnectMcpServer(name));
    watched.set(name, terminal);
    terminal.print(`$ ${command}\n`);
    void process.exit.then((code) => terminal.end(code));
    return process;
  };
  const relay = outbound.isAvailable ? createRelayFetch(createSendOutbound(request, pause), outbound.ownHosts) : null;
  const project = createProjectMcp(parts.projectServers, settings, parts.notices);
  const service = createMcpService({
    settings: project.settings,
    store,
    surroundings: {
      network: { direct: createWorkerFetch(createNetworkWorker), relay },
      now,
      startProcess,
      projectRoot,
      onLog: (name, text) => watched.get(name)?.print(text),
      hasher,
      keepPicture: keepingPictures(parts.images.prepareImage),
    },
    load: async () => (await import('../mcp/connection/connect.ts')).connect,
    pause,
    signIn: parts.createSignIn(store),
  });
  service.start();
  runtime.onBooted(() => service.startCommands());
  return { ...service, ...project.actions(service) };
}

function createNetworkWorker(): Worker {
  return new Worker(new URL('../mcp/network/network-worker.ts', import.meta.url), { type: 'module', name: 'mcp-network' });
}
