import './app-header.css';
import { useStore } from '@nanostores/react';
import { Link } from '@remix-run/react';
import { t } from '../../lib/i18n/t.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { useKnownKeys } from '../page/keys/use-known-keys.ts';
import { useOverlay } from '../page/overlay-context.tsx';
import { useNewChat } from '../page/use-new-chat.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Keys } from '../ui/keys.tsx';
import { ExportButton } from './export-button.tsx';
import { AgentBadge } from './header/agent-badge.tsx';
import { AgentToggle } from './header/agent-toggle.tsx';
import { PlaceBadge } from './header/place-badge.tsx';
import { Mark } from './mark.tsx';
import { WorkbenchTabs } from './workbench/workbench-tabs.tsx';

interface AppHeaderProps {
  isSession: boolean;
  /** The chat that the address names is being opened, so that its title is not known yet. */
  isOpening: boolean;
  isNarrow: boolean;
}

/**
 * The page's header: the chat at the left, as wide as the conversation; then the workbench's tabs; agent mode, search, export and settings
 * at the right.
 */
export function AppHeader({ isSession, isOpening, isNarrow }: AppHeaderProps) {
  const { setOverlay } = useOverlay();
  const { title, status } = useStore($chat, { keys: ['title', 'status'] });
  return (
    <header className="app-header" data-session={isSession}>
      <div className="header-chat">
        <Link
          to="/"
          className="inline-flex items-center gap-8px p-4px -m-4px rounded-1 c-text-1 no-underline"
          aria-label={t('Devonz, start page')}
        >
          <Mark isWorking={status === 'thinking' || status === 'executing'} />
          {!isSession && <span className="type-title tracking-[-0.02em]">devonz</span>}
        </Link>
        {isSession && (
          <>
            <h1 className="min-w-0 font-600 truncate">{isOpening ? t('Opening the chat…') : title || t('New chat')}</h1>
            <AgentBadge />
            <PlaceBadge />
            <span className="flex-1" />
            {!isNarrow && <IconButton icon="i-lucide-folders" label={t('Projects')} onClick={() => setOverlay({ type: 'projects' })} />}
            <IconButton icon="i-lucide-history" label={t('Chats')} onClick={() => setOverlay({ type: 'chats' })} />
            <NewChatButton />
          </>
        )}
      </div>
      {isSession && !isNarrow && <WorkbenchTabs />}
      <div className="flex items-center gap-4px ml-auto">
        <AgentToggle />
        <button type="button" className="search-button" data-command="palette" onClick={() => setOverlay({ type: 'palette' })}>
          <Icon name="i-lucide-search" size={14} />
          {isSession && (
            <span className="search-text" aria-hidden>
              {t('Search')}
            </span>
          )}
          <span className={isSession ? 'visually-hidden' : 'search-text'}>{t('Search or run a command')}</span>
          <Keys keys={useKnownKeys('palette')} />
        </button>
        {!isSession && <IconButton icon="i-lucide-folders" label={t('Projects')} onClick={() => setOverlay({ type: 'projects' })} />}
        {!isSession && <IconButton icon="i-lucide-history" label={t('Chats')} onClick={() => setOverlay({ type: 'chats' })} />}
        {isSession && <ExportButton />}
        <IconButton icon="i-lucide-settings" label={t('Settings')} onClick={() => setOverlay({ type: 'settings', tab: 'agent' })} />
      </div>
    </header>
  );
}

/** Leaves this chat for the start page, where a new one begins. */
function NewChatButton() {
  const newChat = useNewChat();
  return <IconButton icon="i-lucide-square-pen" label={t('New chat')} onClick={newChat} />;
}
