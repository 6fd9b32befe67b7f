import { useStore } from '@nanostores/react';
import { Link, useNavigate } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/**
 * Synchronises the address and the open chat. The address leads when the user navigates; the store leads when a chat begins with its first
 * message. Returns what to show instead of a chat that does not exist.
 */
export function useChatRoute(routeChatId: string | null): ReactNode {
  const actions = useActions('chat');
  const navigate = useNavigate();
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  const [missing, setMissing] = useState<string | null>(null);
  const lastRoute = useRef<string | null>(null);
  const lastChat = useRef<string | null>(null);

  useEffect(() => {
    const routeChanged = lastRoute.current !== routeChatId;
    const chatChanged = lastChat.current !== chatId;
    lastRoute.current = routeChatId;
    lastChat.current = chatId;
    if (routeChatId === chatId) return;
    if (routeChanged) {
      if (routeChatId === null) void actions.newChat();
      else void actions.openChat(routeChatId).then((exists) => setMissing(exists ? null : routeChatId));
    } else if (chatChanged) {
      navigate(chatId === null ? '/' : `/chat/${chatId}`);
    }
  }, [routeChatId, chatId, actions, navigate]);

  if (missing === null || missing !== routeChatId || chatId === routeChatId) return null;
  return (
    <EmptyState
      icon="i-lucide-message-square-off"
      text={t('This chat is not in this browser. It was deleted, or was made in another browser.')}
    >
      <Link to="/" className="button button-secondary button-28">
        {t('Start a new chat')}
      </Link>
    </EmptyState>
  );
}
