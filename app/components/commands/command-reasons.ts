import { isSourceFile } from '../../lib/editor/types/is-source-file.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { $activeTab, $openFiles } from '../../lib/stores/files.ts';
import { $isFollowing } from '../../lib/stores/other-tab.ts';
import { COMMANDS_TEXT as TEXT } from '../page/keys/commands-text.ts';

/** Conditions that several commands share. `false` hides the command; a text shows it as disabled, with this reason. */
export const hasChat = (): boolean => $chat.get().chatId !== null;

/** A tab that only follows another cannot change or start anything. */
export const canWork = (): boolean | string => hasChat() && (!$isFollowing.get() || TEXT.otherTab());

export const hasFile = (): boolean => $activeTab.get() !== null;

const openFile = () => $openFiles.get().get($activeTab.get() ?? '');

export const hasText = (): boolean => openFile()?.isBinary === false;

/** Whether the open file has type information. */
export const hasTypes = (): boolean => hasText() && isSourceFile($activeTab.get() ?? '');

/** Whether the user may edit the open text. */
export function canEdit(): boolean | string {
  const file = openFile();
  if (file === undefined || file.isBinary) return false;
  if ($isFollowing.get()) return TEXT.otherTab();
  if (file.isBeingWritten) return TEXT.beingWritten();
  return file.isReadOnly !== true;
}
