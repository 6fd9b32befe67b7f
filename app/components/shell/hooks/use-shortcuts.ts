import { useEffect } from 'react';
import { useShell } from '../shell-context.tsx';
import { useNewChat } from './use-new-chat.ts';

export interface Shortcut {
  keys: readonly string[];
  text: string;
}

/** As Settings → Shortcuts lists them. On a Mac, Ctrl is Cmd. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Ctrl', 'K'], text: 'Search or run a command' },
  { keys: ['Ctrl', ','], text: 'Settings' },
  { keys: ['Alt', 'N'], text: 'New chat' },
  { keys: ['Alt', 'A'], text: 'Go to the question that waits' },
  { keys: ['Alt', 'M'], text: 'Go to the message box' },
  { keys: ['Ctrl', '↵'], text: 'Approve the focused card' },
  { keys: ['Enter'], text: 'Send the message' },
  { keys: ['Shift', 'Enter'], text: 'New line in the message' },
];

function focusFirst(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

/** The shortcuts that work everywhere on the page. */
export function useShortcuts(): void {
  const { setOverlay } = useShell();
  const newChat = useNewChat();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') setOverlay({ type: 'palette' });
      else if (isCommand && event.key === ',') setOverlay({ type: 'settings', tab: 'agent' });
      else if (event.altKey && !isCommand && event.code === 'KeyN') newChat();
      else if (event.altKey && !isCommand && event.code === 'KeyA') focusFirst('[data-approval]');
      else if (event.altKey && !isCommand && event.code === 'KeyM') focusFirst('textarea[aria-label="Message"]');
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [setOverlay, newChat]);
}
