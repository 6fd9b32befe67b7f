import { useStore } from '@nanostores/react';
import { Link } from '@remix-run/react';
import { useState } from 'react';
import { dateText } from '../../lib/i18n/date-text.ts';
import { t } from '../../lib/i18n/t.ts';
import { $chat, $chats } from '../../lib/stores/chat.ts';
import { useNewChat } from '../page/use-new-chat.ts';
import { useActions } from '../page/workbench-context.tsx';
import { RenameForm } from '../projects/rename-form.tsx';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialog/dialog-frame.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { type FoundChat, useFoundChats } from './hooks/use-found-chats.ts';

interface ChatRowProps {
  chat: FoundChat;
  isCurrent: boolean;
  /** Whether its name is being edited. */
  isRenamed: boolean;
  onChosen: () => void;
}

/**
 * A chat. Deleting it asks for confirmation in place, because it cannot be undone. If deleting fails, it is a normal row again, and a
 * notice gives the reason.
 */
function ChatRow({ chat, isCurrent, isRenamed, onChosen }: ChatRowProps) {
  const actions = useActions('chat');
  const [work, setWork] = useState<'rename' | 'delete' | null>(isRenamed ? 'rename' : null);
  const name = chat.title || t('Untitled');
  if (work === 'rename')
    return (
      <li>
        <RenameForm
          name={chat.title}
          label={t('New name of {name}', { name })}
          onRename={(title) => void actions.renameChat(chat.chatId, title)}
          onClose={() => setWork(null)}
        />
      </li>
    );
  if (work === 'delete')
    return (
      <li className="picker-row">
        <span className="truncate flex-1">{t('Delete “{name}” with its files?', { name })}</span>
        <Button variant="danger" size={24} onClick={() => void actions.deleteChat(chat.chatId).then(() => setWork(null))}>
          {t('Delete')}
        </Button>
        <Button variant="ghost" size={24} onClick={() => setWork(null)}>
          {t('Keep')}
        </Button>
      </li>
    );
  return (
    <li className="flex items-center gap-1">
      <Link
        to={`/chat/${chat.chatId}`}
        className="picker-row flex-1 focus-inset"
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onChosen}
      >
        <span className="flex-1 min-w-0">
          <span className="block truncate">{name}</span>
          {chat.hasTwin && (
            <span className="block truncate text-sm c-text-3">{t('Last used {moment}', { moment: momentText(chat.updatedAt) })}</span>
          )}
          {chat.excerpt !== null && <span className="block truncate text-sm c-text-3">{chat.excerpt}</span>}
        </span>
        <RelativeTime at={chat.updatedAt} />
      </Link>
      <IconButton
        icon="i-lucide-pencil"
        iconSize={14}
        label={t('Rename {name}', { name })}
        tip={t('Rename')}
        onClick={() => setWork('rename')}
      />
      <IconButton
        icon="i-lucide-trash-2"
        iconSize={14}
        label={t('Delete {name}', { name })}
        tip={t('Delete')}
        onClick={() => setWork('delete')}
      />
    </li>
  );
}

/** Formats a time to the second, as `18 Nov 2026, 10:42:07`, because two chats may begin in the same minute. */
function momentText(at: number): string {
  return dateText(at, { dateStyle: 'medium', timeStyle: 'medium' });
}

interface ChatsDialogProps {
  /** The chat whose name is being edited. */
  renamed?: string | null;
  onOpenChange: (isOpen: boolean) => void;
}

/** All chats of this browser, newest first, with a search in their titles and messages. */
export function ChatsDialog({ renamed = null, onOpenChange }: ChatsDialogProps) {
  const chats = useStore($chats);
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  const newChat = useNewChat();
  const [query, setQuery] = useState('');
  const { found, isSearching } = useFoundChats(query);
  return (
    <DialogFrame isOpen onOpenChange={onOpenChange} title={t('Chats')} className="picker">
      <div className="flex gap-2">
        <input
          type="search"
          className="field"
          aria-label={t('Search chats')}
          placeholder={t('Search chats')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <Button
          icon="i-lucide-square-pen"
          className="picker-action"
          onClick={() => {
            newChat();
            onOpenChange(false);
          }}
        >
          {t('New chat')}
        </Button>
      </div>
      <ul aria-label={t('Chats')} className="picker-list scroll">
        {found.map((chat) => (
          <ChatRow
            key={chat.chatId}
            chat={chat}
            isCurrent={chat.chatId === chatId}
            isRenamed={chat.chatId === renamed}
            onChosen={() => onOpenChange(false)}
          />
        ))}
      </ul>
      {found.length === 0 && (
        <p className="c-text-3 px-2 py-4">
          {chats.length === 0
            ? t('No chats yet. The first message begins one.')
            : isSearching
              ? t('Searching what was said…')
              : t('No chat is called “{query}” or has it in its words.', { query })}
        </p>
      )}
    </DialogFrame>
  );
}
