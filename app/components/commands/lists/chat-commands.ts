import { t } from '../../../lib/i18n/t.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import type { Command } from '../../page/keys/command.ts';
import { isRunOpen } from '../../ui/text/agent-status-text.ts';
import { canWork, hasChat } from '../command-reasons.ts';

/** Returns the id of the user's newest message. */
function lastMessageId(): string | null {
  const { messages, remarks } = $chat.get();
  return messages.findLast(({ role, id }) => role === 'user' && !remarks.has(id))?.id ?? null;
}

const hasMessage = () => lastMessageId() !== null && canWork();

/** Commands for chats: new, open, rename, and continue in another way. */
export const CHAT_COMMANDS: readonly Command[] = [
  {
    id: 'new-chat',
    group: 'chats',
    icon: 'i-lucide-square-pen',
    text: () => t('New chat'),
    keys: 'Alt+N',
    when: hasChat,
    run: ({ navigate }) => navigate('/'),
  },
  {
    id: 'open-chat',
    group: 'chats',
    icon: 'i-lucide-history',
    text: () => t('Open a chat'),
    run: ({ setOverlay }) => setOverlay({ type: 'chats' }),
  },
  {
    id: 'rename-chat',
    group: 'chats',
    icon: 'i-lucide-pencil',
    text: () => t('Rename this chat'),
    when: hasChat,
    run: ({ setOverlay }) => setOverlay({ type: 'chats', renamed: $chat.get().chatId }),
  },
  {
    id: 'edit-message',
    group: 'chats',
    icon: 'i-lucide-pencil',
    text: () => t('Edit your last message and send it again'),
    when: hasMessage,
    run({ actions }) {
      const id = lastMessageId();
      if (id !== null) actions.checkpoints.editMessage(id);
    },
  },
  {
    id: 'ask-again',
    group: 'chats',
    icon: 'i-lucide-rotate-cw',
    text: () => t('Ask your last message again'),
    when: () => hasMessage() && (!isRunOpen($chat.get().status) || t('The agent is at work')),
    run({ actions }) {
      const id = lastMessageId();
      if (id !== null) void actions.checkpoints.repeatMessage(id);
    },
  },
  {
    id: 'branch-chat',
    group: 'chats',
    icon: 'i-lucide-git-branch',
    text: () => t('Branch a chat from your last message'),
    when: hasMessage,
    run({ actions }) {
      const id = lastMessageId();
      if (id !== null) void actions.checkpoints.branchChat(id);
    },
  },
  {
    id: 'clear-view',
    group: 'chats',
    icon: 'i-lucide-eraser',
    text: () => t('Clear the view of the conversation'),
    when: hasChat,
    run: ({ actions }) => void actions.chat.send('/clear'),
  },
];
