import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { ImageDropColumn } from '../chat/images/image-drop-column.tsx';
import { messageAids } from '../chat/message-box/deferred-aids.ts';
import { MessageBox } from '../chat/message-box/message-box.tsx';
import type { Suggestion } from '../chat/message-box/use-message-text.ts';
import { useOverlay } from '../page/overlay-context.tsx';
import { useActions } from '../page/workbench-context.tsx';
import { StartScreen } from '../start/start-screen.tsx';
import { useIsMounted } from '../ui/hooks/use-is-mounted.ts';
import { NARROW_QUERY, useMediaQuery } from '../ui/hooks/use-media-query.ts';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import { useEarlyPress } from '../ui/loading/use-early-press.ts';
import { AppHeader } from './app-header.tsx';
import { useChatRoute } from './hooks/use-chat-route.tsx';
import { useFileDrop } from './hooks/use-file-drop.ts';
import { useShortcuts } from './hooks/use-shortcuts.ts';
import { ServicesFailure } from './services-failure.tsx';
import { StatusLine } from './status/status-line.tsx';

const loadSessionLayout = () => import('./session-layout.tsx');
const SessionLayout = lazyPart(() => loadSessionLayout().then((module) => ({ default: module.SessionLayout })));

const Announcer = lazyPart(() => import('./announcer.tsx').then((module) => ({ default: module.Announcer })));

/** The whole page. `routeChatId` is the chat that the address names. */
export function Shell({ routeChatId }: { routeChatId: string | null }) {
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  const isNarrow = useMediaQuery(NARROW_QUERY);
  const isSession = chatId !== null || routeChatId !== null;
  const isMounted = useIsMounted();
  const routeProblem = useChatRoute(routeChatId);
  // Mounted from the start, because the browser would replace the page with a dropped file.
  const isDropOver = useFileDrop();
  useEarlyPress();
  // Loads the session's code while the user is still writing the first message.
  useEffect(() => {
    void loadSessionLayout();
    messageAids.load().catch(() => undefined);
  }, []);
  // Placed after it, so that the shortcuts' code is requested after the session's code.
  const parts = useShortcuts();

  return (
    <div className="flex flex-col h-[100dvh]" data-narrow={isNarrow} data-session={isSession}>
      <AppHeader isSession={isSession} isOpening={isSession && chatId === null && routeProblem === null} isNarrow={isNarrow} />
      <ServicesFailure />
      <main className="relative flex-1 min-h-0 flex flex-col">
        {isSession ? (
          (routeProblem ??
          (isMounted && (
            <Suspense fallback={<p className="empty-state">{t('Opening the chat…')}</p>}>
              <SessionLayout isNarrow={isNarrow} address={routeChatId} />
            </Suspense>
          )))
        ) : (
          <ImageDropColumn className="relative flex-1 min-h-0 flex flex-col">
            <Start />
          </ImageDropColumn>
        )}
      </main>
      {!(isNarrow && isSession) && <StatusLine isSession={isSession} />}
      {isMounted && (
        <Suspense>
          <Announcer />
        </Suspense>
      )}
      {parts && <parts.Overlays />}
      {parts && isDropOver && <parts.DropMark />}
    </div>
  );
}

/** The start page. A pressed example is forgotten on unmount, so that returning here does not start it again. */
function Start() {
  const { setOverlay } = useOverlay();
  const actions = useActions('chat');
  const [suggestion, setSuggestion] = useState<Suggestion>();
  return (
    <StartScreen
      messageBox={<MessageBox variant="start" address={null} {...(suggestion === undefined ? {} : { suggestion })} />}
      onExample={(text, purpose) => setSuggestion((previous) => ({ text, purpose, serial: (previous?.serial ?? 0) + 1 }))}
      onTemplate={(name) => void actions.startFromTemplate(name)}
      onOverlay={setOverlay}
      onOpenSettings={(tab) => setOverlay({ type: 'settings', tab })}
    />
  );
}
