import { $routines } from '../stores/project-config.ts';
import { $chat } from '../stores/chat.ts';
import { $settings } from '../stores/settings.ts';
import { $commandSheet, $models, $narrowPane, $workbenchTab } from '../stores/workbench.ts';
import type { ModelsService } from './models-service.ts';
import type { NoticeService } from './notice-service.ts';
import type { PersonCommands } from './person-commands.ts';
import { saveBlob, zipName } from './save-blob.ts';
import type { SlashCommandParts } from './slash-commands/slash-command.ts';
import type { WorkbenchActions } from './workbench-actions.ts';

export interface SlashPartsOptions {
  notices: NoticeService;
  models: ModelsService;
  personCommands: PersonCommands;
  /** All actions; they are there when the first line comes. */
  actions(): WorkbenchActions;
  /** A message as it stands, also one that begins with `/`. */
  sendMessage(text: string): Promise<void>;
}

/** What slash commands do, in terms of what a person can do anyway. */
export function createSlashParts({ notices, models, personCommands, actions, sendMessage }: SlashPartsOptions): SlashCommandParts {
  return {
    info: (message) => notices.info(message),
    error: (message) => void notices.error(message),
    async sendTask(task) {
      actions().updateAgentSettings({ enabled: true });
      actions().updateSettings({ planMode: false });
      await sendMessage(task);
    },
    newChat: () => actions().newChat(),
    async stop() {
      personCommands.stop();
      await actions().stop();
    },
    startFromTemplate: (name) => actions().startFromTemplate(name),
    showSheet: (sheet) => $commandSheet.set(sheet),
    async openTerminal() {
      $workbenchTab.set('terminal');
      $narrowPane.set('terminal');
      await actions().newTerminal();
    },
    runCommand: personCommands.run,
    routines: () => $routines.get(),
    models: () => ({ models: $models.get().models, activeId: models.activeModelId() }),
    chooseModel: (modelId) => actions().updateSettings({ modelId }),
    undoLastRun: async () => notices.info('Nothing can be taken back yet.'),
    compact: () => actions().startCompaction(),
    async exportProject() {
      const blob = await actions().exportZip();
      if (blob !== null) saveBlob(blob, zipName($chat.get().title));
    },
  };
}
