import { version } from '../../../package.json';
import type { AgentSession } from '../agent/contract/agent-session.ts';
import type { SentStepTransport, Spending, Telemetry } from '../agent/contract/ports.ts';
import type { ToolRegistry } from '../agent/contract/tool-definition.ts';
import { withImageContents } from '../agent/history/images/with-image-contents.ts';
import { type AttentionActions, startAttention } from '../attention/attention-service.ts';
import { browserClock, browserIds } from '../browser/browser-ports.ts';
import { createApprovalService } from '../chat/approval-service.ts';
import type { ChatService } from '../chat/chat-service.ts';
import type { CheckpointActions } from '../chat/checkpoint-service.ts';
import { createCompactionService } from '../chat/compaction-service.ts';
import type { ImageActions } from '../chat/images/image-service.ts';
import { createLockService, moveLocks } from '../chat/lock-service.ts';
import { createMentionService } from '../chat/mention-service.ts';
import { createPromptActions } from '../chat/prompts/enhance-prompt.ts';
import { withinDay } from '../chat/prompts/within-day.ts';
import { createReviewService } from '../chat/review/review-service.ts';
import { startAgain } from '../chat/start-again.ts';
import type { TabActions } from '../chat/tabs/project-tabs.ts';
import type { UserCommands } from '../chat/user-commands.ts';
import { browserFacts } from '../diagnostics/browser-facts.ts';
import { createDiagnosticsService, type DiagnosticsActions } from '../diagnostics/diagnostics-service.ts';
import { t } from '../i18n/t.ts';
import type { LocalModelActions } from '../local-models/create-local-models.ts';
import type { McpActions } from '../mcp/mcp-service.ts';
import type { ProjectMcpActions } from '../mcp/project/project-mcp.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { OutboundService } from '../outbound/outbound-service.ts';
import type { ProjectBatches } from '../persistence/project-batches.ts';
import { ProjectTakenError } from '../persistence/project-taken-error.ts';
import type { EditorService } from '../project/editor-service.ts';
import { createExportService } from '../project/export/export-service.ts';
import { createFindService } from '../project/find-service.ts';
import { createFormatService } from '../project/format/format-service.ts';
import type { ProjectService } from '../project/project-service.ts';
import { createTreeService } from '../project/tree/tree-service.ts';
import type { RuntimeService } from '../runtime/runtime-service.ts';
import type { TerminalService } from '../runtime/terminal-service.ts';
import type { SessionFileActions } from '../session-file/session-file-service.ts';
import { createConnectionsService } from '../settings/connections-service.ts';
import type { ModelsService } from '../settings/models-service.ts';
import { probeModel } from '../settings/probe-model.ts';
import type { SettingsService } from '../settings/settings-service.ts';
import { createSettingsTransfer } from '../settings/settings-transfer.ts';
import { sleepingRules } from '../settings/sleeping-rules.ts';
import { $chat } from '../stores/chat.ts';
import { $files } from '../stores/files.ts';
import { $settings } from '../stores/settings.ts';
import { $runtime } from '../stores/workbench.ts';
import type { TelemetryService } from '../telemetry/telemetry-service.ts';
import type { TypesService } from '../types-service/types-service.ts';
import type { WorkbenchPorts } from './start-workbench.client.ts';
import type { StorageFacts, StorageReminder } from './storage-reminder.ts';
import type { WorkbenchActions } from './workbench-actions.ts';

export interface WorkbenchServices {
  /** To the app's own server. */
  request: typeof fetch;
  /** To the models, for questions outside the chats. */
  questions: SentStepTransport;
  localModels: LocalModelActions;
  notices: NoticeService;
  settings: SettingsService;
  models: ModelsService;
  runtime: RuntimeService;
  /** null: this browser can have none. */
  types: TypesService | null;
  project: ProjectService;
  editor: EditorService;
  terminals: TerminalService;
  telemetry: TelemetryService;
  /** What is noted of requests, with what they have used. */
  counting: { telemetry: Telemetry; spending: Spending };
  outbound: OutboundService;
  mcp: McpActions & ProjectMcpActions;
  /** Ours, and those of MCP servers. */
  tools: ToolRegistry;
  reminder: StorageReminder;
  tabs: TabActions;
  chat: ChatService;
  /** As with /cmd. */
  userCommands: UserCommands;
  checkpoints: CheckpointActions;
  images: ImageActions;
  sessions: SessionFileActions;
  storage: WorkbenchActions['storage'];
  facts: StorageFacts;
  projects: WorkbenchActions['projects'];
  batches: Pick<ProjectBatches, 'appendAll'>;
  ports: Pick<WorkbenchPorts, 'projects' | 'attention'>;
  /** Of the open chat. */
  session(): AgentSession | null;
}

/** What a user can do, out of the services that do it. */
export function composeActions(services: WorkbenchServices): WorkbenchActions {
  const { notices, models, runtime, telemetry, counting, chat, checkpoints } = services;
  // Questions outside the chats name no images.
  const asked = withImageContents(services.questions, async () => null);
  const transport = withinDay(asked, counting.spending, () => $settings.get().dayBudget);
  const connections = createConnectionsService({ request: services.request, notices, onChange: models.refresh });
  return {
    chat,
    approvals: createApprovalService(services),
    mentions: createMentionService({
      workspace: services.project.workspace('person'),
      paths: () => [...$files.get()].flatMap(([path, { kind, isIgnored }]) => (kind === 'file' && !isIgnored ? [path] : [])),
      mcp: services.mcp,
      notices,
    }),
    images: services.images,
    sessions: services.sessions,
    projects: services.projects,
    prompts: createPromptActions({
      transport,
      modelId: () => models.activeModelId('chat'),
      ready: models.ready,
      telemetry: counting.telemetry,
      clock: browserClock,
    }),
    compaction: createCompactionService(services),
    checkpoints: { ...checkpoints, ...createReviewService({ ...services, clock: browserClock, ids: browserIds }) },
    files: fileActions(services),
    types: { askTypes: async (question) => (await services.types?.askTypes(question)) ?? null },
    storage: services.storage,
    terminals: terminalActions(services),
    tabs: { workHere: () => services.tabs.workHere() },
    outbound: services.outbound,
    mcp: services.mcp,
    runtime: {
      async restartRuntime() {
        if (services.project.isFollowed()) notices.info(new ProjectTakenError().message);
        else await notices.guard(t('The runtime could not be restarted'), () => runtime.restart());
      },
    },
    models: {
      ...services.localModels,
      refreshModels: models.refresh,
      probeModel: (modelId) => probeModel(transport, modelId),
    },
    connections,
    diagnostics: diagnosticsActions(services, connections.refreshConnections),
    settings: settingsActions(services),
    telemetry: {
      readTelemetry: telemetry.readTelemetry,
      clearTelemetry: async () => void (await notices.guard(t('The log was not cleared'), telemetry.clearTelemetry)),
    },
    notices: { dismissNotice: notices.dismiss, ...attentionActions(services) },
  };
}

function diagnosticsActions({ facts, request, runtime }: WorkbenchServices, refreshConnections: () => Promise<void>): DiagnosticsActions {
  const sleep = (milliseconds: number) => browserClock.sleep(milliseconds, new AbortController().signal);
  const clock = { now: browserClock.now, sleep };
  return createDiagnosticsService({
    browser: () => browserFacts(window),
    storage: facts,
    runtime,
    request,
    refreshConnections,
    version,
    clock,
  });
}

function fileActions({
  notices,
  project,
  editor,
  runtime,
  reminder,
  session,
  batches,
  ports,
}: WorkbenchServices): WorkbenchActions['files'] {
  const locks = createLockService({ session, notices });
  const renamePath = async (from: string, to: string) => {
    const isDone = await editor.renamePath(from, to);
    if (isDone) await moveLocks(from, to, locks.setLock);
    return isDone;
  };
  return {
    ...editor,
    ...locks,
    renamePath: async (from, to) => void (await renamePath(from, to)),
    ...createTreeService({
      ...{ project, batches, notices, editor: { ...editor, renamePath } },
      openChatId: () => session()?.chatId ?? null,
    }),
    ...createFormatService({ workspace: project.workspace('person'), format: ports.projects.format, notices }),
    ...createFindService({ project, lockedPaths: () => $chat.get().lockedPaths }),
    ...createExportService({ notices, project, runtime, onExported: () => reminder.exported() }),
    readProject: () => notices.guard(t('The project could not be read'), () => project.settledContents()),
  };
}

function terminalActions({
  notices,
  runtime,
  terminals,
  project,
  projects,
  userCommands,
}: WorkbenchServices): WorkbenchActions['terminals'] {
  return {
    ...terminals,
    stopCommand: userCommands.stop,
    sendInput: async (processId, data) =>
      void (await notices.guard(t('The command was not answered'), async () =>
        (await runtime.ready()).runtime.processes.write(processId, data),
      )),
    async startAgain(ended) {
      await notices.guard(t('It was not started again'), async () => {
        // One that has ended is started by nothing else but the user.
        const { root } = (await ($runtime.get().status === 'ended' ? runtime.restart() : runtime.ready())).runtime;
        const workspace = project.workspace('person');
        const installCommand = async () => (await projects.describeProject(project.projectId()))?.facts.start.install ?? null;
        await startAgain(ended, { workspace, root, installCommand, run: userCommands.run });
      });
    },
    stopProcess: async (processId) =>
      void (await notices.guard(t('The process was not stopped'), async () => (await runtime.ready()).runtime.stopProcess(processId))),
  };
}

/** Where nobody is called back there is nothing to be turned on. */
function attentionActions({ ports, settings }: WorkbenchServices): AttentionActions {
  if (ports.attention === undefined) return { setNotifications: async () => undefined, setSound: () => undefined };
  return startAttention({ ...ports.attention, sight: ports.projects.sight, settings });
}

function settingsActions({ notices, settings, project }: WorkbenchServices): WorkbenchActions['settings'] {
  return {
    ...createSettingsTransfer(),
    updateSettings: settings.updateSettings,
    updateAgentSettings: settings.updateAgentSettings,
    // Without a project there is no script to have changed, and nothing is booted for asking.
    sleepingRules: async (rules) =>
      $files.get().has('package.json')
        ? ((await notices.guard(t('The rules could not be compared with package.json'), () =>
            sleepingRules(rules, project.workspace('person')),
          )) ?? [])
        : [],
  };
}
