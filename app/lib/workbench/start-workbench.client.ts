import type { AgentPorts, Journal, SettingsSource } from '../agent/ports.ts';
import { createAgentSession } from '../agent/session/create-agent-session.ts';
import { createChatLock } from '../chat/chat-lock.ts';
import { type ChatActions, type ChatService, createChatService } from '../chat/chat-service.ts';
import { type CheckpointService, createCheckpointService } from '../chat/checkpoint-service.ts';
import { type CompactionActions, createCompactionService, moveLocks } from '../chat/compaction-service.ts';
import { type CurrentChat, createCurrentChat } from '../chat/current-chat.ts';
import { createPromptContext } from '../chat/prompt-context.ts';
import { runSlashLine } from '../chat/slash-commands/run-slash-line.ts';
import { createSlashParts } from '../chat/slash-parts.ts';
import { openDatabase } from '../persistence/database.ts';
import { createJournalStore } from '../persistence/journal-store.ts';
import { createProjectFileStore } from '../persistence/project-file-store.ts';
import { createSettingsStore, type SettingsStore } from '../persistence/settings-store.ts';
import { createEditorService, type EditorService } from '../project/editor-service.ts';
import { createProjectIdentity, type ProjectIdentity } from '../project/project-identity.ts';
import { createProjectMirror } from '../project/project-mirror.ts';
import { createProjectService, type ProjectService } from '../project/project-service.ts';
import { zipFiles } from '../project/zip-files.ts';
import type { ChatId } from '../protocol/ids.ts';
import { refuseCookies } from '../protocol/refuse-cookies.ts';
import { createHostClient, type HostClient } from '../runtime/host-client.ts';
import { resolveHost } from '../runtime/hosts.ts';
import { createPreviewService } from '../runtime/preview-service.ts';
import { createProblemService } from '../runtime/problem-service.ts';
import { createRuntimeNotices } from '../runtime/runtime-notices.ts';
import { type BootListener, createRuntimeService, type RuntimeService } from '../runtime/runtime-service.ts';
import { createTerminalService, type TerminalService } from '../runtime/terminal-service.ts';
import { type BootedRuntime, bootWebContainer } from '../runtime/webcontainer.ts';
import { connectAgentEnvironment, type SessionSource } from '../seed-api/environment.ts';
import { createModelsService, type ModelsService } from '../settings/models-service.ts';
import { probeModel } from '../settings/probe-model.ts';
import { createProjectConfigService, type ProjectConfigService } from '../settings/project-config-service.ts';
import { createSettingsService, type SettingsService } from '../settings/settings-service.ts';
import { createSettingsTransfer } from '../settings/settings-transfer.ts';
import { sleepingRules } from '../settings/sleeping-rules.ts';
import { $files } from '../stores/files.ts';
import { $settings } from '../stores/settings.ts';
import { $runtime } from '../stores/workbench.ts';
import { createTelemetryService, type TelemetryService } from '../telemetry/telemetry-service.ts';
import { createTelemetryStore } from '../telemetry/telemetry-store.ts';
import { TOOL_REGISTRY } from '../tools/index.ts';
import { browserClock, browserHasher, browserIds, createFetchTransport } from './browser-ports.ts';
import { createFrameScheduler, createLiveScheduler, type Scheduler } from './frame-scheduler.ts';
import { createNoticeService, type NoticeService } from './notice-service.ts';
import type { WorkbenchActions } from './workbench-actions.ts';

export interface WorkbenchOptions {
  /** `http://run.ide.localhost:8788`. */
  sandboxOrigin: string;
}

/** What the workbench needs of its surroundings: the browser's, or a test's own. Time, ids and storage are those of the platform. */
export interface WorkbenchPorts {
  /** To the app's own server. */
  request: typeof fetch;
  settings: SettingsStore;
  locks: LockManager;
  boot(identity: ProjectIdentity): Promise<BootedRuntime>;
  schedule: Scheduler;
  createLiveScheduler(): Scheduler;
  /** No chat is named in the address. */
  isOnStartScreen: boolean;
}

const BOOT_TIMEOUT_MS = 30_000;
const PROJECT_ROOT = '/home/project';

/** The workbench over what this browser gives. */
export async function startWorkbench({ sandboxOrigin }: WorkbenchOptions): Promise<WorkbenchActions> {
  const client = createHostClient(document);
  const actions = await composeWorkbench({
    request: fetch.bind(globalThis),
    settings: createSettingsStore(localStorage, window),
    locks: navigator.locks,
    boot: (identity) => boot(sandboxOrigin, client, identity),
    schedule: createFrameScheduler(),
    createLiveScheduler,
    isOnStartScreen: location.pathname === '/',
  });
  void navigator.storage?.persist?.();
  refuseCookies(globalThis.cookieStore, location.hostname, (work, milliseconds) => setInterval(work, milliseconds));
  return actions;
}

/** The composition root: makes every part, ties them together and hands out what a user can do. */
export async function composeWorkbench(ports: WorkbenchPorts): Promise<WorkbenchActions> {
  const notices = createNoticeService();
  const settings = createSettingsService(ports.settings, notices);
  settings.start();
  const models = createModelsService(ports.request, notices);
  void models.refresh();
  const database = await openDatabase('devonz', {
    onClosed: () => notices.error('The storage was taken over by another tab with a newer version. Reload this page.'),
  });
  const journal = createJournalStore(database, browserClock.now);
  const files = createProjectFileStore(database);
  const telemetry = createTelemetryService(createTelemetryStore(database));
  const problems = createProblemService(() => PROJECT_ROOT);
  const previews = createPreviewService({ problems, notices, now: browserClock.now, createScheduler: ports.createLiveScheduler });
  const identity = createProjectIdentity(browserIds, browserHasher);
  const runtime = createRuntimeService(() => ports.boot(identity));
  const mirror = createProjectMirror({ journal, store: files, hasher: browserHasher, now: browserClock.now, onError: notices.error });
  const project = createProjectService({ runtime, mirror, store: files, identity });
  const editor = createEditorService(project.workspace('person'), notices);
  const terminals = createTerminalService(runtime, problems);
  project.onFileEvent(editor.onFileEvent);
  mirror.onEdit(problems.onEdited);
  const config = createProjectConfigService({ files: mirror.files, read: files.read, notices });
  $files.listen(config.check);
  runtime.onBooted(project.attach);
  runtime.onBooted(terminals.attach);
  runtime.onBooted(createRuntimeNotices(notices, runtime));
  runtime.onBooted(followPreviews(previews));
  const current = createCurrentChat({
    notices,
    journal,
    project,
    editor,
    createSession: sessionFactory(project, ports.request, { problems, settings: tightened(settings, config), models, telemetry }),
    clearRuntimeStores() {
      previews.clear();
      problems.clear();
    },
    schedule: ports.schedule,
    scheduleLive: ports.createLiveScheduler(),
  });
  const chat = createChatService({
    current,
    journal,
    project,
    notices,
    lock: createChatLock(ports.locks),
    prepare: async () => void (await Promise.all([models.ready(), config.settled()])),
    runSlashLine: (line) => runSlashLine(line, slash),
  });
  const compaction = createCompactionService({ session: current.session, notices });
  const workspace = project.workspace('person');
  const checkpoints = createCheckpointService({ session: current.session, journal, store: files, mirror, workspace, notices });
  mirror.onRecord((event) => current.session()?.noteFile(event));
  await current.refreshChats();
  // On the start screen nobody has asked for a runtime yet: have it ready for the first message. A chat boots its own.
  if (ports.isOnStartScreen) void runtime.ready().catch(() => undefined); // `$runtime` says what failed.
  const { request } = ports;
  const actions = actionsOf({
    request,
    notices,
    settings,
    models,
    runtime,
    project,
    editor,
    terminals,
    telemetry,
    chat,
    compaction,
    checkpoints,
  });
  const app = shownSession(current, chat, settings);
  connectAgentEnvironment({ workspace: project.workspace('agent'), problems, projectRoot: PROJECT_ROOT, app });
  const slash = createSlashParts({ notices, models, settings, config, workspace, telemetry, session: current.session, chat, actions });
  return actions;
}

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
    createSearchWorker: () => new Worker(new URL('../search/search-worker.ts', import.meta.url), { type: 'module', name: 'search' }),
  });
}

function sessionFactory(
  project: ProjectService,
  request: typeof fetch,
  others: Pick<AgentPorts, 'problems' | 'settings' | 'telemetry'> & { models: ModelsService },
) {
  const workspace = project.workspace('agent');
  return (chatId: ChatId, journal: Journal) => {
    const transport = createFetchTransport(() => chatId, request);
    const ports: AgentPorts = {
      clock: browserClock,
      ids: browserIds,
      hasher: browserHasher,
      journal,
      transport,
      workspace,
      projectFiles: project,
      ...others,
    };
    return createAgentSession({
      chatId,
      ports,
      tools: TOOL_REGISTRY,
      projectRoot: PROJECT_ROOT,
      modelId: others.models.activeModelId,
      promptContext: createPromptContext(workspace, hostInUse),
    });
  };
}

/** The host that answers; while none does, the one that will be asked. */
function hostInUse(): 'engine' | 'stackblitz' {
  const runtime = $runtime.get();
  if (runtime.status === 'ready') return runtime.host;
  return $settings.get().runtimeHost === 'stackblitz' ? 'stackblitz' : 'engine';
}

interface Parts {
  request: typeof fetch;
  notices: NoticeService;
  settings: SettingsService;
  models: ModelsService;
  runtime: RuntimeService;
  project: ProjectService;
  editor: EditorService;
  terminals: TerminalService;
  telemetry: TelemetryService;
  chat: ChatActions;
  compaction: CompactionActions;
  checkpoints: CheckpointService;
}

function actionsOf(parts: Parts): WorkbenchActions {
  const { request, notices, settings, models, runtime, project, editor, terminals, telemetry, chat, compaction, checkpoints } = parts;
  const { onFileEvent: _onFileEvent, showLive: _showLive, closeAll: _closeAll, ...editorActions } = editor;
  const { newTerminal, closeTerminal, connectTerminal } = terminals;
  return {
    ...chat,
    ...editorActions,
    ...compaction,
    ...checkpoints,
    async renamePath(from, to) {
      await editor.renamePath(from, to);
      if ($files.get().has(to)) await moveLocks(from, to, compaction.setLock);
    },
    newTerminal,
    closeTerminal,
    connectTerminal,
    listChanges: project.changes,
    exportZip: () => notices.guard('The project could not be exported', async () => zipFiles(await project.contents())),
    sendInput: async (processId, data) =>
      void (await notices.guard('The command was not answered', async () =>
        (await runtime.ready()).runtime.processes.write(processId, data),
      )),
    stopProcess: async (processId) =>
      void (await notices.guard('The process was not stopped', async () => (await runtime.ready()).runtime.stopProcess(processId))),
    readTelemetry: telemetry.readTelemetry,
    clearTelemetry: async () => void (await notices.guard('The log was not cleared', telemetry.clearTelemetry)),
    ...createSettingsTransfer(),
    probeModel: (modelId) =>
      probeModel(
        createFetchTransport(() => 'probe', request),
        modelId,
      ),
    restartRuntime: async () => void (await notices.guard('The runtime could not be restarted', () => runtime.restart())),
    refreshModels: models.refresh,
    // Without a project there is no script to have changed, and nothing is booted for asking.
    sleepingRules: async (rules) =>
      $files.get().has('package.json')
        ? ((await notices.guard('The rules could not be held against package.json', () =>
            sleepingRules(rules, project.workspace('person')),
          )) ?? [])
        : [],
    updateSettings: settings.updateSettings,
    updateAgentSettings: settings.updateAgentSettings,
    dismissNotice: notices.dismiss,
  };
}
