import { useStore } from '@nanostores/react';
import { Link } from '@remix-run/react';
import { $chats } from '../../lib/stores/chat.ts';
import { RelativeTime } from '../ui/relative-time.tsx';

const SHOWN = 4;

/** The newest chats of this browser; nothing where there is none yet. */
export function RecentChats() {
  const chats = useStore($chats);
  if (chats.length === 0) return null;
  return (
    <section aria-labelledby="recent-heading">
      <h2 id="recent-heading" className="side-heading">
        Recent
      </h2>
      <ul>
        {chats.slice(0, SHOWN).map((chat) => (
          <li key={chat.chatId}>
            <Link to={`/chat/${chat.chatId}`} className="recent">
              <span className="truncate">{chat.title || 'Untitled'}</span>
              <RelativeTime at={chat.updatedAt} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
