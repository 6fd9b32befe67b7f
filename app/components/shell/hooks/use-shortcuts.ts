import { useEffect } from 'react';
import { $isProjectFindShown, $narrowPane, $workbenchTab } from '../../../lib/stores/workbench.ts';
import { useShell } from '../shell-context.tsx';
import { focusFirst, MESSAGE_BOX, WAITING_QUESTION } from './focus-first.ts';
import { useNewChat } from './use-new-chat.ts';

/** The shortcuts that work everywhere on the page. */
export function useShortcuts(): void {
  const { setOverlay } = useShell();
  const newChat = useNewChat();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') setOverlay({ type: 'palette' });
      else if (isCommand && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'p') setOverlay({ type: 'quick-open' });
      else if (isCommand && event.shiftKey && event.key.toLowerCase() === 'f') {
        $workbenchTab.set('code');
        $narrowPane.set('code');
        $isProjectFindShown.set(true);
      } else if (isCommand && event.key === ',') setOverlay({ type: 'settings', tab: 'agent' });
      else if (event.altKey && !isCommand && event.code === 'KeyN') newChat();
      else if (event.altKey && !isCommand && event.code === 'KeyA') focusFirst(WAITING_QUESTION);
      else if (event.altKey && !isCommand && event.code === 'KeyM') focusFirst(MESSAGE_BOX);
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [setOverlay, newChat]);
}
