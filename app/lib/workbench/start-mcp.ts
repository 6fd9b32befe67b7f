import { browserClock, browserHasher, browserPause } from '../browser/browser-ports.ts';
import type { ImageActions } from '../chat/images/image-service.ts';
import { t } from '../i18n/t.ts';
import { createMcpService, type RunningMcp } from '../mcp/create-mcp-service.ts';
import { keepingPictures } from '../mcp/keep-picture.ts';
import type { McpActions } from '../mcp/mcp-service.ts';
import { createNetworkWorker } from '../mcp/network/create-network-worker.ts';
import { createRelayFetch } from '../mcp/network/relay-fetch.ts';
import { createProjectMcp, type ProjectMcpActions } from '../mcp/project/project-mcp.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import { createSendOutbound } from '../outbound/open-outbound.ts';
import type { McpStdioServer } from '../protocol/mcp/mcp.ts';
import type { WatchedTerminal } from '../runtime/terminal-service.ts';
import type { SettingsService } from '../settings/settings-service.ts';
import { createWorkerFetch } from '../worker-fetch/create-worker-fetch.ts';
import type { WorkbenchPorts } from './ports/workbench-ports.ts';
import type { OpenProject } from './start-project.ts';
import type { Stores } from './storage/open-storage.ts';

interface McpParts {
  ports: Pick<WorkbenchPorts, 'request' | 'outbound' | 'projectServers' | 'createSignIn'>;
  stores: Pick<Stores, 'mcpStore'>;
  open: Pick<OpenProject, 'runtime' | 'terminals' | 'project'>;
  /** Makes an image smaller and stores it. */
  images: Pick<ImageActions, 'prepareImage'>;
  settings: SettingsService;
  notices: Pick<NoticeService, 'error' | 'info' | 'guard'>;
}

export interface StartedMcp extends Pick<RunningMcp, 'tools' | 'servers' | 'settled'> {
  actions: McpActions & ProjectMcpActions;
}

/** Starts the MCP servers with this page's features. The client code is loaded when the first server is switched on. */
export function startMcp({ ports, stores, open, images, settings, notices }: McpParts): StartedMcp {
  const { runtime, terminals } = open;
  const { outbound } = ports;
  const store = stores.mcpStore;
  const watched = new Map<string, WatchedTerminal>();
  const startProcess = async ({ name, command }: McpStdioServer, environment: Readonly<Record<string, string>>) => {
    const { runtime: booted } = await runtime.ready();
    if (booted.facts !== null) throw new Error(t('Servers that are programs are not started on a real machine yet.'));
    const process = await booted.spawn({ command: 'jsh', args: ['-c', command], env: { ...environment } });
    watched.get(name)?.close();
    const terminal = terminals.watch(`MCP ${name}`, () => void service.disconnectMcpServer(name));
    watched.set(name, terminal);
    terminal.print(`$ ${command}\n`);
    void process.exit.then((code) => terminal.end(code));
    return process;
  };
  const relay = outbound.isAvailable ? createRelayFetch(createSendOutbound(ports.request, browserPause), outbound.ownHosts) : null;
  const project = createProjectMcp(ports.projectServers, settings, notices);
  const service = createMcpService({
    settings: project.settings,
    store,
    surroundings: {
      network: { direct: createWorkerFetch(createNetworkWorker), relay },
      now: browserClock.now,
      startProcess,
      projectRoot: open.project.workspace('agent').projectRoot,
      onLog: (name, text) => watched.get(name)?.print(text),
      hasher: browserHasher,
      keepPicture: keepingPictures(images.prepareImage),
    },
    load: async () => (await import('../mcp/connection/connect.ts')).connect,
    pause: browserPause,
    signIn: ports.createSignIn(store),
  });
  service.start();
  runtime.onBooted(() => service.startCommands());
  const { takeProjectServer, forgetProjectServer } = project.actions(service);
  return {
    tools: service.tools,
    servers: service.servers,
    settled: service.settled,
    actions: {
      saveMcpServer: service.saveMcpServer,
      removeMcpServer: service.removeMcpServer,
      connectMcpServer: service.connectMcpServer,
      disconnectMcpServer: service.disconnectMcpServer,
      testMcpServer: service.testMcpServer,
      confirmMcpCommand: service.confirmMcpCommand,
      setMcpVerdict: service.setMcpVerdict,
      markMcpToolSeen: service.markMcpToolSeen,
      signInToMcpServer: service.signInToMcpServer,
      readMcpResource: service.readMcpResource,
      getMcpPrompt: service.getMcpPrompt,
      takeProjectServer,
      forgetProjectServer,
    },
  };
}
