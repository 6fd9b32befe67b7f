import { useStore } from '@nanostores/react';
import { Link } from '@remix-run/react';
import { useState } from 'react';
import { $chat, $chats } from '../../lib/stores/chat.ts';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { type FoundChat, useFoundChats } from './hooks/use-found-chats.ts';
import { useNewChat } from './hooks/use-new-chat.ts';
import { useActions } from './workbench/workbench-context.tsx';

/** A chat; deleting it asks in place, for it cannot be undone. */
function ChatRow({ chat, isCurrent, onChosen }: { chat: FoundChat; isCurrent: boolean; onChosen: () => void }) {
  const actions = useActions('chat');
  const [asks, setAsks] = useState(false);
  if (asks)
    return (
      <li className="picker-row">
        <span className="truncate flex-1">Delete “{chat.title || 'Untitled'}” with its files?</span>
        <Button variant="danger" size={24} onClick={() => actions.deleteChat(chat.chatId)}>
          Delete
        </Button>
        <Button variant="ghost" size={24} onClick={() => setAsks(false)}>
          Keep
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
          <span className="block truncate">{chat.title || 'Untitled'}</span>
          {chat.excerpt !== null && <span className="block truncate text-sm c-text-3">{chat.excerpt}</span>}
        </span>
        <RelativeTime at={chat.updatedAt} />
      </Link>
      <IconButton
        icon="i-lucide-trash-2"
        iconSize={14}
        label={`Delete ${chat.title || 'Untitled'}`}
        tip="Delete"
        onClick={() => setAsks(true)}
      />
    </li>
  );
}

/** All chats of this browser, newest first, with a search in their titles and in what was said. */
export function ChatsDialog({ onOpenChange }: { onOpenChange: (isOpen: boolean) => void }) {
  const chats = useStore($chats);
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  const newChat = useNewChat();
  const [query, setQuery] = useState('');
  const { found, isSearching } = useFoundChats(query);
  return (
    <DialogFrame isOpen onOpenChange={onOpenChange} title="Chats" className="picker">
      <div className="flex gap-2">
        <input
          type="search"
          className="field"
          aria-label="Search chats"
          placeholder="Search chats"
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
          New chat
        </Button>
      </div>
      <ul aria-label="Chats" className="picker-list scroll">
        {found.map((chat) => (
          <ChatRow key={chat.chatId} chat={chat} isCurrent={chat.chatId === chatId} onChosen={() => onOpenChange(false)} />
        ))}
      </ul>
      {found.length === 0 && (
        <p className="c-text-3 px-2 py-4">
          {chats.length === 0
            ? 'No chats yet. The first message begins one.'
            : isSearching
              ? 'Searching what was said…'
              : `No chat is called “${query}” or has it in its words.`}
        </p>
      )}
    </DialogFrame>
  );
}
