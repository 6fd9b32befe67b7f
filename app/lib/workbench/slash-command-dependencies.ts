import type { AgentSession } from '../agent/contract/agent-session.ts';
import type { Telemetry } from '../agent/contract/ports.ts';
import { browserClock } from '../browser/browser-ports.ts';
import { projectFileName, saveBlob } from '../browser/save-blob.ts';
import type { ChatService } from '../chat/chat-service.ts';
import type { SlashCommandDependencies } from '../chat/slash-commands/slash-command.ts';
import type { UserCommands } from '../chat/user-commands.ts';
import { $isDoctorAsked } from '../diagnostics/doctor-request.ts';
import { $isTourOpen } from '../help/tour-request.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import { $routines } from '../settings/config/project-routines.ts';
import type { ModelsService } from '../settings/models-service.ts';
import type { ProjectConfigService } from '../settings/project-config-service.ts';
import { $chat, $enhanceRequest, $viewStart } from '../stores/chat.ts';
import { $projectPrompts } from '../stores/project-config.ts';
import { $commandSheet, $models, $narrowPane, $workbenchTab } from '../stores/workbench.ts';
import type { WorkbenchActions } from './workbench-actions.ts';

export interface SlashCommandServices {
  notices: NoticeService;
  models: Pick<ModelsService, 'activeModel' | 'ready'>;
  userCommands: UserCommands;
  config: Pick<ProjectConfigService, 'settled'>;
  telemetry: Telemetry;
  session(): AgentSession | null;
  chat: Pick<ChatService, 'sendMessage'>;
  actions: WorkbenchActions;
}

/** Implements slash commands with the user's actions. */
export function createSlashCommandDependencies({
  notices,
  models,
  userCommands,
  config,
  telemetry,
  session,
  chat,
  actions,
}: SlashCommandServices): SlashCommandDependencies {
  return {
    noteUse: (name) => telemetry.note({ type: 'command', name, at: browserClock.now(), chatId: session()?.chatId ?? '' }),
    info: (message) => notices.info(message),
    error: (message) => void notices.error(message),
    offerToSend: (why, text) => void notices.error(why, { label: t('Send as a message'), run: () => void chat.sendMessage(text) }),
    async sendTask(task) {
      actions.settings.updateAgentSettings({ enabled: true });
      await chat.sendMessage(task);
    },
    newChat: () => actions.chat.newChat(),
    clearView,
    async stop() {
      userCommands.stop();
      await actions.chat.stop();
    },
    startFromTemplate: (name) => actions.chat.startFromTemplate(name),
    showSheet: (sheet) => $commandSheet.set(sheet),
    async openTerminal() {
      $workbenchTab.set('terminal');
      $narrowPane.set('terminal');
      await actions.terminals.newTerminal();
    },
    runCommand: userCommands.run,
    async routines() {
      await config.settled();
      return $routines.get();
    },
    projectPrompts: () => $projectPrompts.get(),
    async models() {
      await models.ready();
      return { models: $models.get().models, activeId: models.activeModel().id };
    },
    chooseModel: (modelId) => actions.settings.updateSettings({ modelId }),
    undoLastStep: () => actions.checkpoints.undoLastStep(),
    undoLastRun: () => actions.checkpoints.undoLastRun(),
    compact: () => actions.compaction.startCompaction(),
    enhance: (text) => $enhanceRequest.set({ text }),
    openDoctor: () => $isDoctorAsked.set(true),
    openTour: () => $isTourOpen.set(true),
    async exportProject() {
      const blob = await actions.files.exportZip();
      if (blob !== null) saveBlob(blob, `${projectFileName($chat.get().title)}.zip`);
    },
  };
}

function clearView(): void {
  const { chatId, messages } = $chat.get();
  const last = messages.at(-1);
  if (chatId !== null && last !== undefined) $viewStart.set({ chatId, messageId: last.id, parts: last.parts.length });
}
