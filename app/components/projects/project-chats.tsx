import { Link } from '@remix-run/react';
import { useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import type { ChatSummary } from '../../lib/stores/chat.ts';
import { useActions } from '../page/workbench-context.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RenameForm } from './rename-form.tsx';

interface ProjectChatsProps {
  name: string;
  chats: readonly ChatSummary[];
  openChatId: string | null;
  onClose: () => void;
}

/** The chats of one project, the most recently used first. */
export function ProjectChats({ name, chats, openChatId, onClose }: ProjectChatsProps) {
  return (
    <ul aria-label={t('Chats of {name}', { name })} className="project-chats">
      {chats.map((chat) => (
        <ChatRow key={chat.chatId} chat={chat} isCurrent={chat.chatId === openChatId} onClose={onClose} />
      ))}
    </ul>
  );
}

function ChatRow({ chat, isCurrent, onClose }: { chat: ChatSummary; isCurrent: boolean; onClose: () => void }) {
  const actions = useActions('chat');
  const [isRenaming, setIsRenaming] = useState(false);
  const title = chat.title || t('Untitled');
  if (isRenaming)
    return (
      <li>
        <RenameForm
          name={chat.title}
          label={t('New title of {title}', { title })}
          onClose={() => setIsRenaming(false)}
          onRename={(to) => void actions.renameChat(chat.chatId, to)}
        />
      </li>
    );
  return (
    <li className="flex items-center gap-4px">
      <Link
        to={`/chat/${chat.chatId}`}
        className="picker-row flex-1 focus-inset"
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onClose}
      >
        <span className="truncate flex-1">{title}</span>
        <RelativeTime at={chat.updatedAt} />
      </Link>
      <IconButton
        icon="i-lucide-pencil"
        iconSize={14}
        label={t('Rename {title}', { title })}
        tip={t('Rename')}
        onClick={() => setIsRenaming(true)}
      />
    </li>
  );
}
