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
  const attention = attentionActions(services);
  const connections = createConnectionsService({ request: ports.request, notices, onChange: models.refresh });
  return {
    chat: chats.chat,
    approvals: createApprovalService({ session, notices, tools }),
    mentions: createMentionService({ workspace: project.workspace('user'), paths: mentionablePaths, mcp: mcp.actions, notices }),
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
    checkpoints: checkpointActions(services),
    files: fileActions(services),
    types: {
      askTypes: async (question) => (await open.types?.askTypes(question)) ?? null,
      checkTypes: () => open.types?.checkTypes(),
    },
    storage: services.storage,
    terminals: terminalActions(services),
    tabs: { workHere: () => chats.tabs.workHere() },
    outbound,
    mcp: mcp.actions,
    runtime: { restartRuntime: () => restartRuntime(open, notices) },
    machines: machineActions(services),
    models: modelActions(reach, (modelId) => probeModel(transport, modelId)),
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
    notices: { dismissNotice: notices.dismiss, setNotifications: attention.setNotifications, setSound: attention.setSound },
  };
}

/** Checkpoints and comments on the changes since them. */
function checkpointActions({ chats, notices }: WorkbenchServices): WorkbenchActions['checkpoints'] {
  const { checkpoints, chat, current } = chats;
  const review = createReviewService({ session: current.session, chat, notices, clock: browserClock, ids: browserIds });
  return {
    listCheckpoints: checkpoints.listCheckpoints,
    listCheckpointFiles: checkpoints.listCheckpointFiles,
    restoreCheckpoint: checkpoints.restoreCheckpoint,
    nameCheckpoint: checkpoints.nameCheckpoint,
    undoLastRun: checkpoints.undoLastRun,
    listSteps: checkpoints.listSteps,
    listChanges: checkpoints.listChanges,
    undoStep: checkpoints.undoStep,
    undoLastStep: checkpoints.undoLastStep,
    answerUndo: checkpoints.answerUndo,
    listHunks: checkpoints.listHunks,
    undoHunk: checkpoints.undoHunk,
    answerHunk: checkpoints.answerHunk,
    revertTask: checkpoints.revertTask,
    editMessage: checkpoints.editMessage,
    cancelEdit: checkpoints.cancelEdit,
    resend: checkpoints.resend,
    repeatMessage: checkpoints.repeatMessage,
    showVersion: checkpoints.showVersion,
    branchChat: checkpoints.branchChat,
    beginComment: review.beginComment,
    typeComment: review.typeComment,
    keepComment: review.keepComment,
    editComment: review.editComment,
    cancelComment: review.cancelComment,
    deleteComment: review.deleteComment,
    clearSentComments: review.clearSentComments,
    sendComments: review.sendComments,
  };
}

/** The models that can be chosen, and those of the user's own computer. */
function modelActions(
  { models, localModels }: WorkbenchServices['reach'],
  probe: WorkbenchActions['models']['probeModel'],
): WorkbenchActions['models'] {
  return {
    refreshModels: models.refresh,
    probeModel: probe,
    lookForLocalModels: localModels.lookForLocalModels,
    lookAtAddress: localModels.lookAtAddress,
    answerLocalLook: localModels.answerLocalLook,
    takeLocalEndpoint: localModels.takeLocalEndpoint,
    addLocalEndpoint: localModels.addLocalEndpoint,
    removeLocalEndpoint: localModels.removeLocalEndpoint,
    downloadBuiltInModel: localModels.downloadBuiltInModel,
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
  const { notifier, mark, playSound } = ports.attention;
  return startAttention({ notifier, mark, playSound, sight: ports.projects.sight, settings });
}
