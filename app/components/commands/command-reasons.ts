import { isSourceFile } from '../../lib/editor/types/is-source-file.ts';
import { t } from '../../lib/i18n/t.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { $activeTab, $openFiles } from '../../lib/stores/files.ts';
import { $isFollowing } from '../../lib/stores/other-tab.ts';

/** Conditions that several commands share. `false` hides the command; a text shows it as disabled, with this reason. */
export const hasChat = (): boolean => $chat.get().chatId !== null;

/** A tab that only follows another cannot change or start anything. */
export const canWork = (): boolean | string => hasChat() && (!$isFollowing.get() || t('Another tab works on the project'));

export const hasFile = (): boolean => $activeTab.get() !== null;

const openFile = () => $openFiles.get().get($activeTab.get() ?? '');

export const hasText = (): boolean => openFile()?.isBinary === false;

/** Whether the open file has type information. */
export const hasTypes = (): boolean => hasText() && isSourceFile($activeTab.get() ?? '');

/** Whether the user may edit the open text. */
export function canEdit(): boolean | string {
  const file = openFile();
  if (file === undefined || file.isBinary) return false;
  if ($isFollowing.get()) return t('Another tab works on the project');
  if (file.isBeingWritten) return t('The agent is writing the file');
  return file.isReadOnly !== true;
}
