import type { AgentPorts, Journal, SettingsSource } from '../agent/ports.ts';
import { createAgentSession } from '../agent/session/create-agent-session.ts';
import { createChatLock } from '../chat/chat-lock.ts';
import { type ChatActions, createChatService } from '../chat/chat-service.ts';
import { type CheckpointService, createCheckpointService } from '../chat/checkpoint-service.ts';
import { type CompactionActions, createCompactionService, moveLocks } from '../chat/compaction-service.ts';
import { createCurrentChat } from '../chat/current-chat.ts';
import { createPromptContext } from '../chat/prompt-context.ts';
import { runSlashLine } from '../chat/slash-commands/run-slash-line.ts';
import { createSlashParts } from '../chat/slash-parts.ts';
import { openDatabase } from '../persistence/database.ts';
import { createJournalStore } from '../persistence/journal-store.ts';
import { createProjectFileStore } from '../persistence/project-file-store.ts';
import { createSettingsStore } from '../persistence/settings-store.ts';
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
import { createRuntimeService, type RuntimeService } from '../runtime/runtime-service.ts';
import { createTerminalService, type TerminalService } from '../runtime/terminal-service.ts';
import { type BootedRuntime, bootWebContainer } from '../runtime/webcontainer.ts';
import { connectAgentEnvironment } from '../seed-api/tools-service.ts';
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
import { createFrameScheduler, createLiveScheduler } from './frame-scheduler.ts';
import { createNoticeService, type NoticeService } from './notice-service.ts';
import type { WorkbenchActions } from './workbench-actions.ts';

export interface WorkbenchOptions {
  /** `http://run.ide.localhost:8788`. */
  sandboxOrigin: string;
}

const BOOT_TIMEOUT_MS = 30_000;
const PROJECT_ROOT = '/home/project';

/** The composition root: makes every part with the real ports, ties them together and hands out what a user can do. */
export async function startWorkbench({ sandboxOrigin }: WorkbenchOptions): Promise<WorkbenchActions> {
  const notices = createNoticeService();
  const settings = createSettingsService(createSettingsStore(localStorage, window), notices);
  settings.start();
  const models = createModelsService(fetch.bind(globalThis), notices);
  void models.refresh();
  const database = await openDatabase('devonz', {
    onClosed: () => notices.error('The storage was taken over by another tab with a newer version. Reload this page.'),
  });
  const journal = createJournalStore(database, browserClock.now);
  const files = createProjectFileStore(database);
  const telemetry = createTelemetryService(createTelemetryStore(database));
  const problems = createProblemService(() => PROJECT_ROOT);
  const previews = createPreviewService({ problems, notices, now: browserClock.now, createScheduler: createLiveScheduler });
  const client = createHostClient(document);
  const identity = createProjectIdentity(browserIds, browserHasher);
  const runtime = createRuntimeService(() => boot(sandboxOrigin, client, identity));
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
  runtime.onBooted(({ runtime: booted }) => {
    const stop = booted.onEvent(previews.onEvent);
    return () => {
      stop();
      previews.clear();
    };
  });
  connectAgentEnvironment({
    workspace: project.workspace('agent'),
    problems,
    projectRoot: PROJECT_ROOT,
    model: { transport: createFetchTransport(() => 'agent-task', fetch.bind(globalThis)), modelId: models.activeModelId },
  });
  const current = createCurrentChat({
    notices,
    journal,
    project,
    editor,
    createSession: sessionFactory(project, { problems, settings: tightened(settings, config), models, telemetry }),
    clearRuntimeStores() {
      previews.clear();
      problems.clear();
    },
    schedule: createFrameScheduler(),
    scheduleLive: createLiveScheduler(),
  });
  const chat = createChatService({
    current,
    journal,
    project,
    notices,
    lock: createChatLock(navigator.locks),
    prepare: async () => void (await Promise.all([models.ready(), config.settled()])),
    runSlashLine: (line) => runSlashLine(line, slash),
  });
  const compaction = createCompactionService({ session: current.session, notices });
  const workspace = project.workspace('person');
  const checkpoints = createCheckpointService({ session: current.session, journal, store: files, mirror, workspace, notices });
  mirror.onRecord((event) => current.session()?.noteFile(event));
  await current.refreshChats();
  void navigator.storage?.persist?.();
  refuseCookies(globalThis.cookieStore, location.hostname, (work, milliseconds) => setInterval(work, milliseconds));
  // On the start screen nobody has asked for a runtime yet: have it ready for the first message. A chat boots its own.
  if (location.pathname === '/') void runtime.ready().catch(() => undefined); // `$runtime` says what failed.
  const actions = actionsOf({ notices, settings, models, runtime, project, editor, terminals, telemetry, chat, compaction, checkpoints });
  const slash = createSlashParts({ notices, models, settings, config, workspace, telemetry, session: current.session, chat, actions });
  return actions;
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
  others: Pick<AgentPorts, 'problems' | 'settings' | 'telemetry'> & { models: ModelsService },
) {
  const workspace = project.workspace('agent');
  return (chatId: ChatId, journal: Journal) => {
    const transport = createFetchTransport(() => chatId, fetch.bind(globalThis));
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
  const { notices, settings, models, runtime, project, editor, terminals, telemetry, chat, compaction, checkpoints } = parts;
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
        createFetchTransport(() => 'probe', fetch.bind(globalThis)),
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
