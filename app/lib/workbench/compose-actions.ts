import { version } from '../../../package.json';
import { withImageContents } from '../agent/history/images/with-image-contents.ts';
import { type AttentionActions, startAttention } from '../attention/attention-service.ts';
import { browserClock, browserIds, browserPause } from '../browser/browser-ports.ts';
import { createApprovalService } from '../chat/approval-service.ts';
import { createCompactionService } from '../chat/compaction-service.ts';
import { createMentionService } from '../chat/mention-service.ts';
import { createPromptActions } from '../chat/prompts/enhance-prompt.ts';
import { withinDay } from '../chat/prompts/within-day.ts';
import { createReviewService } from '../chat/review/review-service.ts';
import { browserFacts } from '../diagnostics/browser-facts.ts';
import { createDiagnosticsService } from '../diagnostics/diagnostics-service.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import { ProjectTakenError } from '../persistence/project-taken-error.ts';
import { createConnectionsService } from '../settings/connections-service.ts';
import { probeModel } from '../settings/probe-model.ts';
import { $files } from '../stores/files.ts';
import { $settings } from '../stores/settings.ts';
import { fileActions } from './actions/file-actions.ts';
import { machineActions } from './actions/machine-actions.ts';
import { settingsActions } from './actions/settings-actions.ts';
import { terminalActions } from './actions/terminal-actions.ts';
import type { WorkbenchActions } from './workbench-actions.ts';
import type { WorkbenchServices } from './workbench-services.ts';

/** Composes the user's actions from the services. */
export function composeActions(services: WorkbenchServices): WorkbenchActions {
  const { ports, stores, open, reach, chats, notices, counting, mcp, outbound, tools } = services;
  const { models } = reach;
  const { project } = open;
  const { session } = chats.current;
  // Requests outside of chats contain no images.
  const asked = withImageContents(reach.questions, async () => null);
  const transport = withinDay(asked, counting.spending, () => $settings.get().dayBudget);
  const connections = createConnectionsService({ request: ports.request, notices, onChange: models.refresh });
  return {
    chat: chats.chat,
    approvals: createApprovalService({ session, notices, tools }),
    mentions: createMentionService({ workspace: project.workspace('user'), paths: mentionablePaths, mcp, notices }),
    images: services.images,
    sessions: chats.sessions,
    projects: services.projects,
    prompts: createPromptActions({
      transport,
      modelId: () => models.activeModelId('chat'),
      ready: models.ready,
      telemetry: counting.telemetry,
      clock: browserClock,
    }),
    compaction: createCompactionService({ session, notices }),
    checkpoints: {
      ...chats.checkpoints,
      ...createReviewService({ session, chat: chats.chat, notices, clock: browserClock, ids: browserIds }),
    },
    files: fileActions(services),
    types: {
      askTypes: async (question) => (await open.types?.askTypes(question)) ?? null,
      checkTypes: () => open.types?.checkTypes(),
    },
    storage: services.storage,
    terminals: terminalActions(services),
    tabs: { workHere: () => chats.tabs.workHere() },
    outbound,
    mcp,
    runtime: { restartRuntime: () => restartRuntime(open, notices) },
    machines: machineActions(services),
    models: { ...reach.localModels, refreshModels: models.refresh, probeModel: (modelId) => probeModel(transport, modelId) },
    connections,
    diagnostics: createDiagnosticsService({
      browser: () => browserFacts(window),
      storage: ports.storage,
      runtime: open.runtime,
      request: ports.request,
      refreshConnections: connections.refreshConnections,
      version,
      clock: { now: browserClock.now, sleep: browserPause },
    }),
    settings: settingsActions(services),
    telemetry: {
      readTelemetry: stores.telemetry.readTelemetry,
      clearTelemetry: async () => void (await notices.guard(t('The log was not cleared'), stores.telemetry.clearTelemetry)),
    },
    notices: { dismissNotice: notices.dismiss, ...attentionActions(services) },
  };
}

/** Returns the project's files, without those that .gitignore excludes. */
function mentionablePaths(): string[] {
  return [...$files.get()].flatMap(([path, { kind, isIgnored }]) => (kind === 'file' && !isIgnored ? [path] : []));
}

async function restartRuntime({ project, runtime }: WorkbenchServices['open'], notices: NoticeService): Promise<void> {
  if (project.isFollowed()) notices.info(new ProjectTakenError().message);
  else await notices.guard(t('The runtime could not be restarted'), () => runtime.restart());
}

/** Without notifications, there is nothing to switch on. */
function attentionActions({ ports, settings }: WorkbenchServices): AttentionActions {
  if (ports.attention === undefined) return { setNotifications: async () => undefined, setSound: () => undefined };
  return startAttention({ ...ports.attention, sight: ports.projects.sight, settings });
}
