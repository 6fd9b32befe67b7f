import { refuseCookies } from 'devonz-engine-protocol/refuse-cookies';
import type { AgentPorts, FileVersions, Journal, PreviewPages, SettingsSource, Telemetry } from '../agent/contract/ports.ts';
import type { ToolDefinition } from '../agent/contract/tool-definition.ts';
import { type ReadImage, withImageContents } from '../agent/history/images/with-image-contents.ts';
import type { PromptHost } from '../agent/prompts/runtime-capabilities.ts';
import { createAgentSession } from '../agent/session/create-agent-session.ts';
import type { AttentionPorts } from '../attention/attention-ports.ts';
import { browserAttention } from '../attention/browser-attention.ts';
import type { OpenBroadcast } from '../browser/broadcast.ts';
import { browserClock, browserHasher, browserIds, openBroadcast } from '../browser/browser-ports.ts';
import { type ChatService, createChatService } from '../chat/chat-service.ts';
import { createCheckpointService } from '../chat/checkpoint-service.ts';
import { type CurrentChat, createCurrentChat } from '../chat/current-chat.ts';
import { watchDrawing } from '../chat/drawing/watch-drawing.ts';
import { createFileVersions } from '../chat/file-versions.ts';
import { createImageService } from '../chat/images/image-service.ts';
import { shrinkInWorker } from '../chat/images/shrink-in-worker.ts';
import type { Shrinking, ToShrinkWorker } from '../chat/images/shrink-messages.ts';
import { createProjectLock } from '../chat/project-lock.ts';
import { createPromptContext } from '../chat/prompt-context.ts';
import { runSlashLine } from '../chat/slash-commands/run-slash-line.ts';
import { createProjectTabs } from '../chat/tabs/project-tabs.ts';
import { createUserCommands } from '../chat/user-commands.ts';
import { createFrameScheduler, createLiveScheduler, type FrameScheduler } from '../frames/frame-scheduler.ts';
import { helpPages } from '../help/help-pages.ts';
import { createLocalWorker } from '../local-models/create-local-worker.ts';
import type { CreateLocalWorker } from '../local-models/local-workers.ts';
import { createBrowserSignIn } from '../mcp/sign-in/create-browser-sign-in.ts';
import { createNoticeService, type NoticeService } from '../notices/notice-service.ts';
import { createOutboundService, type OutboundService } from '../outbound/outbound-service.ts';
import { createWebSearcher } from '../outbound/web-searcher.ts';
import { createOutboundHostStore, type OutboundHostStore } from '../persistence/outbound-host-store.ts';
import { createProjectServerStore } from '../persistence/project-server-store.ts';
import { createSettingsStore, type SettingsStore } from '../persistence/settings-store.ts';
import { whileFree } from '../project/catalog/while-free.ts';
import type { ProjectIdentity } from '../project/project-identity.ts';
import { createProjectSecrets } from '../project/project-secrets.ts';
import type { ProjectService } from '../project/project-service.ts';
import type { ChatId } from '../protocol/ids.ts';
import { DATABASE_NAME, LAST_EXPORT_KEY } from '../protocol/storage-keys.ts';
import { createHostClient, type HostClient } from '../runtime/host-client.ts';
import { resolveHost } from '../runtime/hosts.ts';
import { createPreviewService } from '../runtime/preview-service.ts';
import { createProblemService } from '../runtime/problem-service.ts';
import { createRuntimeNotices } from '../runtime/runtime-notices.ts';
import type { BootListener } from '../runtime/runtime-service.ts';
import { type BootedRuntime, bootWebContainer } from '../runtime/webcontainer.ts';
import { createCodeSearch } from '../search/code-search.ts';
import { connectAgentEnvironment, type SessionSource } from '../seed-api/environment.ts';
import { askSessionWorker } from '../session-file/ask-session-worker.ts';
import type { FromSessionWorker, ToSessionWorker } from '../session-file/session-file-messages.ts';
import { createSessionFileService } from '../session-file/session-file-service.ts';
import { browserLanguage } from '../settings/browser-language.ts';
import { $routines } from '../settings/config/project-routines.ts';
import { followFirstRequest } from '../settings/first-request-service.ts';
import { followLanguage } from '../settings/follow-language.ts';
import type { ModelsService } from '../settings/models-service.ts';
import type { ProjectConfigService } from '../settings/project-config-service.ts';
import { createSettingsService, type SettingsService } from '../settings/settings-service.ts';
import { $chats } from '../stores/chat.ts';
import { $files } from '../stores/files.ts';
import { $outbound } from '../stores/outbound.ts';
import { $activePort, $previews } from '../stores/previews.ts';
import { $settings } from '../stores/settings.ts';
import { $runtime } from '../stores/workbench.ts';
import { createSpendingService } from '../telemetry/spending-service.ts';
import { createSpendingStore, type SpendingStore } from '../telemetry/spending-store.ts';
import type { TelemetryService } from '../telemetry/telemetry-service.ts';
import { TOOL_REGISTRY, toolsWith } from '../tools/index.ts';
import { liveRegistry } from '../tools/live-registry.ts';
import type { TypesWorker } from '../types-service/types-client.ts';
import { composeActions } from './compose-actions.ts';
import { browserOffline, type OfflineBrowser, WITHOUT_OFFLINE } from './offline/browser-offline.ts';
import { openStorage } from './open-storage.ts';
import { browserPageEvents, type PageEvents } from './page-events.ts';
import { createPreviewPages } from './preview-pages.ts';
import { createSlashCommandDependencies } from './slash-command-dependencies.ts';
import { type McpParts, startMcp } from './start-mcp.ts';
import { type StartedModels, startModels } from './start-models.ts';
import { currentHooks, startProject } from './start-project.ts';
import { browserProjects, type ProjectPorts, startProjectList } from './start-project-list.ts';
import { startStorage } from './start-storage.ts';
import { createTypesWorker } from './start-types.ts';
import { browserStorageFacts, createStorageReminder, type StorageFacts, type StorageReminder } from './storage-reminder.ts';
import type { WorkbenchActions } from './workbench-actions.ts';

export interface WorkbenchOptions {
  /** `http://run.ide.localhost:8788`. */
  sandboxOrigin: string;
  /** Whether the server passes programs' requests on to other hosts. */
  hasOutboundRelay: boolean;
  /** Nobody looks at the page. */
  isUnattended?: boolean;
}

/** What the workbench needs of its surroundings: the browser's, or a test's own. Time, ids and storage are those of the platform. */
export interface WorkbenchPorts {
  /** Where chats and files are kept. */
  databaseName: string;
  /** To the app's own server. */
  request: typeof fetch;
  /** Of models on the user's computer. */
  createLocalWorker: CreateLocalWorker;
  /** What holds the page's globals: a browser's own model is one. */
  scope: object;
  page: PageEvents;
  settings: SettingsStore;
  spending: SpendingStore;
  outbound: { store: OutboundHostStore; isAvailable: boolean; ownHosts: readonly string[] };
  locks: LockManager;
  /** To the other tabs of this browser. */
  openBroadcast: OpenBroadcast;
  projects: ProjectPorts;
  /** Signs the user in to servers of tools. */
  createSignIn: McpParts['createSignIn'];
  projectServers: McpParts['projectServers'];
  boot(identity: ProjectIdentity): Promise<BootedRuntime>;
  /** Absent where no page can be shown. */
  preview?: PreviewPages;
  storage: StorageFacts;
  offline: OfflineBrowser;
  /** Writes or reads a session file, away from the page. */
  workOnSession(message: ToSessionWorker): Promise<FromSessionWorker>;
  schedule: FrameScheduler;
  createLiveScheduler(): FrameScheduler;
  /** Makes an image smaller, away from the page. */
  shrink(given: ToShrinkWorker): Promise<Shrinking>;
  /** null: no memory is shared with workers here. */
  createTypesWorker: (() => TypesWorker) | null;
  /** No chat is named in the address. */
  isOnStartScreen: boolean;
  /** Absent where nobody is to be called back to the page. */
  attention?: AttentionPorts;
}

const BOOT_TIMEOUT_MS = 30_000;
const PROJECT_ROOT = '/home/project';

/** What this browser gives. */
export function browserWorkbenchPorts({ sandboxOrigin, hasOutboundRelay, isUnattended = false }: WorkbenchOptions): WorkbenchPorts {
  const client = createHostClient(document);
  return {
    databaseName: DATABASE_NAME,
    request: fetch.bind(globalThis),
    createLocalWorker,
    scope: globalThis,
    page: browserPageEvents,
    settings: createSettingsStore(localStorage, window),
    spending: createSpendingStore(localStorage, navigator.locks, window),
    outbound: {
      store: createOutboundHostStore(localStorage, window),
      isAvailable: hasOutboundRelay,
      ownHosts: [location.host, new URL(sandboxOrigin).host],
    },
    locks: navigator.locks,
    openBroadcast,
    projects: browserProjects,
    createSignIn: createBrowserSignIn,
    projectServers: createProjectServerStore(localStorage),
    boot: (identity) => boot(sandboxOrigin, client, identity),
    preview: createPreviewPages({ document, previews: $previews.get, activePort: $activePort.get, now: browserClock.now }),
    storage: browserStorageFacts(navigator.storage, localStorage, LAST_EXPORT_KEY),
    offline: isUnattended ? WITHOUT_OFFLINE : browserOffline(window, sandboxOrigin),
    shrink: (given) => shrinkInWorker(given, createShrinkWorker),
    workOnSession: (message) => askSessionWorker(message, createSessionWorker),
    schedule: createFrameScheduler(),
    createLiveScheduler,
    createTypesWorker: crossOriginIsolated ? createTypesWorker : null,
    isOnStartScreen: location.pathname === '/',
    attention: browserAttention(window),
  };
}

/** The workbench over what this browser gives. */
export async function startWorkbench(options: WorkbenchOptions): Promise<WorkbenchActions> {
  const ports = browserWorkbenchPorts(options);
  if (options.isUnattended !== true) watchDrawing({ storage: localStorage, locks: navigator.locks, onHidden: ports.page.onHidden, pause });
  const actions = await composeWorkbench(ports);
  // What was dropped of them is said without anybody asking.
  void actions.connections.refreshConnections();
  followLanguage(browserLanguage());
  refuseCookies(globalThis.cookieStore, location.hostname, (work, milliseconds) => setInterval(work, milliseconds));
  return actions;
}

/** The composition root: makes every part, ties them together and hands out what a user can do. */
export async function composeWorkbench(ports: WorkbenchPorts): Promise<WorkbenchActions> {
  const notices = createNoticeService();
  const settings = createSettingsService(ports.settings, notices);
  settings.start();
  const { models, ...reach } = startModels({ ...ports, notices });
  const opened = await openStorage(ports.databaseName, notices);
  const { tabId, journal, files, telemetry, mcpStore, windows, folders, contentFinder, ...catalog } = opened;
  const problems = createProblemService({ root: PROJECT_ROOT, isFile: (path) => $files.get().has(path) });
  const previews = createPreviewService({ problems, notices, now: browserClock.now, createScheduler: ports.createLiveScheduler });
  const { keeper, ...parts } = startProject({ ...ports, journal, files, problems, notices, windows, folders, contentFinder });
  const { runtime, mirror, project, editor, terminals, config, localFolder, types } = parts;
  const outbound = createOutboundService({ ...ports.outbound, request: ports.request, notices, now: browserClock.now, pause });
  const followers = [project.attach, terminals.attach, createRuntimeNotices(notices, runtime), followPreviews(previews), outbound.attach];
  for (const follow of followers) runtime.onBooted(follow);
  const shared = { ...reach, request: ports.request, notices, runtime, terminals, now: browserClock.now, pause };
  const workspace = project.workspace('person');
  const images = createImageService({ journal, read: files.read, hasher: browserHasher, workspace, shrink: ports.shrink, notices });
  const mcp = startMcp({ ...shared, ...ports, images, settings, store: mcpStore, hasher: browserHasher, projectRoot: PROJECT_ROOT });
  const counting = counted(telemetry, ports, models, notices);
  const secrets = createProjectSecrets(project.workspace('agent'), mcpStore, mcp.servers);
  const current = createCurrentChat({
    notices,
    journal,
    project,
    editor,
    createSession: sessionFactory(project, reach, {
      problems: types === null ? problems : { list: problems.list, settled: types.settled },
      settings: tightened(settings, config),
      models,
      ...counting,
      ...(outbound.pages === null ? {} : { outside: outbound.pages }),
      ...(ports.preview === undefined ? {} : { preview: ports.preview }),
      webSearch: webSearchOf(models, outbound, ports),
      mcpTools: mcp.tools,
      ...{ readImage: files.read, versionsOf: (chatId: ChatId) => createFileVersions({ chatId, journal, store: files, mirror }) },
      hooks: () => currentHooks(project, config),
      secrets,
    }),
    contentsOf: images.contentsOf,
    clearRuntimeStores: () => [keeper.leave, previews.clear, () => types?.leave(), problems.clear].forEach((clear) => void clear()),
    schedule: ports.schedule,
    scheduleLive: ports.createLiveScheduler(),
  });
  const here = { tabId, lock: createProjectLock(ports.locks), clock: browserClock };
  const tabs = createProjectTabs({ ...ports, ...here, journal, current, project, notices });
  const chat = createChatService({
    ...{ current, journal, project, notices, tabs, keeper, secrets, hasher: browserHasher, ids: browserIds },
    whileFree: (projectId, work) => whileFree(ports.locks, projectId, work),
    prepare: async () => void (await Promise.all([models.ready(), config.settled(), mcp.settled()])),
    runSlashLine: (line) => runSlashLine(line, slash),
  });
  const past = { journal, store: files, mirror, ids: browserIds, session: current.session, taskChanges: project.changes };
  const checkpoints = createCheckpointService({ ...past, workspace, notices, chat });
  ports.page.onHidden(keeper.flush);
  ports.page.onLeft(keeper.wouldLose);
  mirror.onRecord((event) => current.session()?.noteFile(event));
  await current.refreshChats();
  // On the start screen nobody has asked for a runtime yet: have it ready for the first message. A chat boots its own.
  if (ports.isOnStartScreen) void runtime.ready().catch(() => undefined); // `$runtime` says what failed.
  const tools = liveRegistry(TOOL_REGISTRY, mcp.tools);
  followFirstRequest({ models, tools, host: hostInUse });
  const reminder = startReminder(ports.storage, notices);
  const storage = startStorage({ ...opened, ...ports, ...reach, current, tabs, settings, keeper, runtime, notices, facts: ports.storage });
  const services = { ...shared, types, tabs, reminder, settings, models, project, editor, telemetry, counting, outbound, mcp, tools };
  const sessions = createSessionFileService({
    openChatId: () => current.session()?.chatId ?? null,
    settled: project.settled,
    ...{ journal, store: files, ids: browserIds, notices, work: ports.workOnSession, onImported: current.refreshChats },
  });
  const list = { ...catalog, journal, files, notices, project, current, chat, localFolder, locks: ports.locks, ports: ports.projects };
  const rules = () => config.tighten(settings.current());
  const userCommands = createUserCommands({ ...shared, rules, workspace, openSession: chat.openSession, session: current.session });
  const projects = startProjectList({ ...list, send: outbound.send, runCommand: (command) => userCommands.run(command, 'root') });
  const done = { chat, userCommands, checkpoints, images, sessions, storage, projects, batches: catalog.batches, facts: ports.storage };
  const actions = composeActions({ ...services, ...done, ports, session: current.session });
  const app = shownSession(current, chat, settings);
  connectAgentEnvironment({ workspace: project.workspace('agent'), problems, projectRoot: PROJECT_ROOT, app });
  const slash = createSlashCommandDependencies({ ...services, config, session: current.session, userCommands, chat, actions });
  return actions;
}

/** What the core notes is counted, and logged. */
function counted(log: TelemetryService, ports: Pick<WorkbenchPorts, 'spending'>, models: ModelsService, notices: NoticeService) {
  const parts = { store: ports.spending, priceOf: models.price, now: browserClock.now, onError: notices.error };
  const spending = createSpendingService(parts);
  const telemetry: Telemetry = {
    note(event) {
      spending.note(event);
      log.note(event);
    },
  };
  return { telemetry, spending };
}

function startReminder(facts: StorageFacts, notices: NoticeService): StorageReminder {
  const reminder = createStorageReminder({ facts, notices, now: browserClock.now, hasChats: () => $chats.get().length > 0 });
  void reminder.check();
  return reminder;
}

function webSearchOf({ activeModel }: ModelsService, { pages }: OutboundService, { request }: Pick<WorkbenchPorts, 'request'>) {
  return createWebSearcher({ model: activeModel, endpoint: () => $settings.get().searchEndpoint, pages, request });
}

const pause = (milliseconds: number) => browserClock.sleep(milliseconds, new AbortController().signal);

function followPreviews(previews: ReturnType<typeof createPreviewService>): BootListener {
  return ({ runtime: booted }) => {
    const stop = booted.onEvent(previews.onEvent);
    return () => {
      stop();
      previews.clear();
    };
  };
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

/** The settings as the core sees them: the user's, tightened by the project's. */
function tightened(settings: SettingsService, config: ProjectConfigService): SettingsSource {
  return { addRule: settings.addRule, noteRuleUse: settings.noteRuleUse, current: () => config.tighten(settings.current()) };
}

async function boot(sandboxOrigin: string, client: HostClient, identity: ProjectIdentity): Promise<BootedRuntime> {
  return bootWebContainer({
    resolvedHost: await resolveHost($settings.get().runtimeHost, sandboxOrigin, fetch.bind(globalThis)),
    client,
    previewProject: await identity.previewProject(),
    timeoutMs: BOOT_TIMEOUT_MS,
    nextId: browserIds.next,
    now: browserClock.now,
    createSearch: (files) =>
      createCodeSearch({
        files,
        createWorker: () => new Worker(new URL('../search/search-worker.ts', import.meta.url), { type: 'module', name: 'search' }),
      }),
  });
}

function sessionFactory(
  project: ProjectService,
  { transportFor, network }: Pick<StartedModels, 'transportFor' | 'network'>,
  given: Pick<
    AgentPorts,
    'problems' | 'settings' | 'telemetry' | 'spending' | 'outside' | 'webSearch' | 'preview' | 'hooks' | 'secrets'
  > & {
    models: ModelsService;
    mcpTools(): readonly ToolDefinition[];
    versionsOf(chatId: ChatId): FileVersions;
    readImage: ReadImage;
  },
) {
  const { versionsOf, readImage, ...others } = given;
  const workspace = project.workspace('agent');
  const needs = {
    outside: () => others.outside !== undefined,
    search: () => others.webSearch?.isAvailable() === true,
    preview: () => others.preview !== undefined && hostInUse() !== 'stackblitz',
  };
  const tools = liveRegistry(
    toolsWith((need) => needs[need]()),
    others.mcpTools,
  );
  return (chatId: ChatId, journal: Journal) => {
    const transport = withImageContents(
      transportFor(() => chatId),
      readImage,
    );
    const ports: AgentPorts = {
      clock: browserClock,
      ids: browserIds,
      hasher: browserHasher,
      journal,
      transport,
      network,
      workspace,
      projectFiles: project,
      routines: $routines.get,
      help: helpPages,
      versions: versionsOf(chatId),
      ...others,
    };
    return createAgentSession({
      chatId,
      ports,
      tools,
      projectRoot: PROJECT_ROOT,
      modelId: others.models.activeModelId,
      promptContext: createPromptContext(workspace, hostInUse, $routines.get),
    });
  };
}

function createSessionWorker(): Worker {
  return new Worker(new URL('../session-file/session-file-worker.ts', import.meta.url), { type: 'module', name: 'session-file' });
}

function createShrinkWorker(): Worker {
  return new Worker(new URL('../chat/images/shrink-worker.ts', import.meta.url), { type: 'module', name: 'shrink-image' });
}

/** The host that answers; while none does, the one that will be asked. */
function hostInUse(): PromptHost {
  const runtime = $runtime.get();
  const isHosted = runtime.status === 'ready' ? runtime.host === 'stackblitz' : $settings.get().runtimeHost === 'stackblitz';
  if (isHosted) return 'stackblitz';
  return $outbound.get().isAvailable ? 'engine' : 'engine-alone';
}
