import { browserClock, browserHasher, browserPause } from '../browser/browser-ports.ts';
import type { ChatService } from '../chat/chat-service.ts';
import type { CurrentChat } from '../chat/current-chat.ts';
import type { ImageService } from '../chat/images/image-service.ts';
import { createImageService } from '../chat/images/image-service.ts';
import { createKeptOutputs } from '../chat/kept-outputs.ts';
import { runSlashLine } from '../chat/slash-commands/run-slash-line.ts';
import { createNoticeService, type NoticeService } from '../notices/notice-service.ts';
import { createOutboundService, type OutboundService } from '../outbound/outbound-service.ts';
import { createProjectSecrets } from '../project/project-secrets.ts';
import type { RuntimeService } from '../runtime/runtime-service.ts';
import type { Workspace } from '../runtime/types.ts';
import { connectAgentEnvironment, type SessionSource } from '../seed-api/environment.ts';
import { followFirstRequest } from '../settings/first-request-service.ts';
import { settingsAt } from '../settings/settings-at.ts';
import { createSettingsService, type SettingsService } from '../settings/settings-service.ts';
import { $chats } from '../stores/chat.ts';
import { TOOL_REGISTRY } from '../tools/index.ts';
import { liveRegistry } from '../tools/live-registry.ts';
import { composeActions } from './compose-actions.ts';
import { hostInUse } from './host-in-use.ts';
import type { WorkbenchPorts } from './ports/workbench-ports.ts';
import { sessionFactory } from './session-factory.ts';
import { createSlashCommandDependencies } from './slash-command-dependencies.ts';
import { startChats } from './start-chats.ts';
import { startCounting } from './start-counting.ts';
import { startMcp } from './start-mcp.ts';
import { startModels } from './start-models.ts';
import { startProject } from './start-project.ts';
import { startProjectList } from './start-project-list.ts';
import type { Stores } from './storage/open-storage.ts';
import { openStorage } from './storage/open-storage.ts';
import { startStorage } from './storage/start-storage.ts';
import { createStorageReminder, type StorageFacts, type StorageReminder } from './storage/storage-reminder.ts';
import type { WorkbenchActions } from './workbench-actions.ts';

/** The composition root: creates and connects all parts, and returns the user's actions. */
export async function composeWorkbench(ports: WorkbenchPorts): Promise<WorkbenchActions> {
  const notices = createNoticeService();
  const settings = createSettingsService(ports.settings, notices);
  settings.start();
  const reach = startModels({ ports, notices });
  const { models } = reach;
  const stores = await openStorage(ports.databaseName, notices, ports.isStorageDiscarded ?? false);
  const open = startProject({ ports, stores, notices });
  const { project, runtime } = open;
  const outbound = startOutbound({ ports, runtime, notices });
  const images = startImages({ ports, stores, workspace: project.workspace('user'), notices });
  const mcp = startMcp({ ports, stores, open, images, settings, notices });
  const counting = startCounting({ log: stores.telemetry, store: ports.spending, models, notices });
  const secrets = createProjectSecrets(project.workspace('agent'), stores.mcpStore, mcp.servers);
  const outputs = createKeptOutputs({ ...stores, hasher: browserHasher });
  const createSession = sessionFactory({ ports, stores, open, reach, settings, counting, outbound, secrets, outputs, mcpTools: mcp.tools });
  const chats = startChats({
    ports,
    stores,
    open,
    notices,
    contentsOf: (event) => new Map([...images.contentsOf(event), ...outputs.contentsOf(event)]),
    secrets,
    createSession,
    prepare: async () => void (await Promise.all([models.ready(), open.config.settled(), mcp.settled()])),
    rules: () => open.config.tighten(settingsAt(settings.current(), project.workspace('user').machine())),
    runSlashLine: (line) => runSlashLine(line, slash),
  });
  const { current, chat } = chats;
  await current.refreshChats();
  // Boots the runtime on the start page in advance, to be ready for the first message. A chat boots its own.
  if (ports.isOnStartScreen) void runtime.ready().catch(() => undefined); // `$runtime` has the error.
  const tools = liveRegistry(TOOL_REGISTRY, mcp.tools);
  followFirstRequest({ models, tools, host: hostInUse });
  const reminder = startReminder(ports.storage, notices);
  const storage = startStorage({ ports, stores, open, chats, server: reach.server, settings, notices });
  const projects = startProjectList({ ports, stores, open, chats, notices, send: outbound.send });
  const actions = composeActions({
    ports,
    stores,
    open,
    reach,
    chats,
    settings,
    notices,
    counting,
    images,
    mcp,
    outbound,
    tools,
    reminder,
    storage,
    projects,
  });
  connectAgentEnvironment({
    workspace: project.workspace('agent'),
    problems: open.problems,
    app: shownSession(current, chat, settings),
  });
  const slash = createSlashCommandDependencies({
    notices,
    models,
    userCommands: chats.userCommands,
    config: open.config,
    telemetry: stores.telemetry,
    session: current.session,
    chat,
    actions,
  });
  return actions;
}

interface OutboundParts {
  ports: Pick<WorkbenchPorts, 'outbound' | 'request'>;
  runtime: RuntimeService;
  notices: NoticeService;
}

function startOutbound({ ports, runtime, notices }: OutboundParts): OutboundService {
  const { store, isAvailable, ownHosts } = ports.outbound;
  const outbound = createOutboundService({
    store,
    isAvailable,
    ownHosts,
    request: ports.request,
    notices,
    now: browserClock.now,
    pause: browserPause,
  });
  runtime.onBooted(outbound.attach);
  return outbound;
}

interface ImageParts {
  ports: Pick<WorkbenchPorts, 'shrink'>;
  stores: Pick<Stores, 'journal' | 'files'>;
  workspace: Workspace;
  notices: NoticeService;
}

function startImages({ ports, stores, workspace, notices }: ImageParts): ImageService {
  const { journal, files } = stores;
  return createImageService({ journal, read: files.read, hasher: browserHasher, workspace, shrink: ports.shrink, notices });
}

function startReminder(facts: StorageFacts, notices: NoticeService): StorageReminder {
  const reminder = createStorageReminder({ facts, notices, now: browserClock.now, hasChats: () => $chats.get().length > 0 });
  void reminder.check();
  return reminder;
}

/** The session that the user sees, for the seed's functions. */
function shownSession(current: CurrentChat, chat: ChatService, settings: SettingsService): SessionSource {
  return {
    session: current.session,
    open: chat.openSession,
    subscribe: current.subscribe,
    settings: () => settings.current().agent,
    updateSettings: settings.updateAgentSettings,
    mode: () => (settings.current().planMode ? 'plan' : 'agent'),
    hasUser: true,
  };
}
