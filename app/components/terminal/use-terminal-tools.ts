import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { ChatActions } from '../../lib/chat/chat-service.ts';
import { t } from '../../lib/i18n/t.ts';
import type { TerminalInfo } from '../../lib/stores/terminals.ts';
import { $announcement, $narrowPane } from '../../lib/stores/workbench.ts';
import { quotedOutput } from '../../lib/terminal/quoted-output.ts';
import { $terminalRequest, type TerminalRequest } from '../../lib/terminal/terminal-request.ts';
import { useActions } from '../page/workbench-context.tsx';
import { visibleLines } from '../ui/text/visible-name.ts';
import type { TerminalScreen } from './screen/create-terminal-screen.ts';
import type { Note } from './terminal-note.tsx';

export interface TerminalTools {
  hasSelection: boolean;
  /** Serial of the find bar: `null` if it is closed; a new number focuses its field. */
  findSerial: number | null;
  closeFind(): void;
  isRenaming: boolean;
  endRenaming(): void;
  run(request: TerminalRequest): void;
}

/** The tools of the shown terminal, for buttons, keys and the palette. */
export function useTerminalTools(
  shown: TerminalInfo | undefined,
  screen: TerminalScreen | null,
  setNote: (note: Note | null) => void,
): TerminalTools {
  const actions = useActions('terminals');
  const chat = useActions('chat');
  const [findSerial, setFindSerial] = useState<number | null>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  const hasSelection = useHasSelection(screen);
  const run = (request: TerminalRequest) => {
    if (shown === undefined || screen === null) return;
    setNote(null);
    if (request === 'find') setFindSerial((findSerial ?? 0) + 1);
    else if (request === 'rename') setRenamed(shown.isAgent ? null : shown.terminalId);
    else if (request === 'restart') {
      actions.restartTerminal(shown.terminalId);
      screen.focus();
    } else if (request === 'clear') {
      screen.clear();
      actions.clearTerminal(shown.terminalId);
    } else {
      const text = screen.selection() || screen.visibleText();
      if (text.trim() === '') setNote({ type: 'text', text: t('The terminal is empty.') });
      else if (request === 'send') putInMessage(chat, shown.name, text);
      else void copy(text, screen, setNote);
    }
  };
  const requested = useStore($terminalRequest);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request once, as soon as there is a screen
  useEffect(() => {
    if (requested === null || screen === null) return;
    $terminalRequest.set(null);
    run(requested);
  }, [requested, screen]);
  return {
    hasSelection,
    findSerial,
    closeFind() {
      setFindSerial(null);
      screen?.focus();
    },
    isRenaming: shown !== undefined && renamed === shown.terminalId,
    endRenaming: () => setRenamed(null),
    run,
  };
}

function useHasSelection(screen: TerminalScreen | null): boolean {
  const subscribe = useCallback((listener: () => void) => screen?.onSelection(listener) ?? (() => undefined), [screen]);
  return useSyncExternalStore(subscribe, () => screen?.hasSelection() === true);
}

/**
 * Inserts the output into the message box, which the user may send. Invisible characters are escaped, so that the user sees what is sent.
 */
function putInMessage(chat: Pick<ChatActions, 'quote'>, name: string, text: string): void {
  $narrowPane.set('chat');
  void chat.quote(quotedOutput(name, visibleLines(text)));
  $announcement.set(t('The text of {name} is in the message box. Nothing is sent yet.', { name }));
}

async function copy(text: string, screen: TerminalScreen, setNote: (note: Note) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    // The next Ctrl+C is for the program.
    screen.clearSelection();
    $announcement.set(t('Copied.'));
  } catch {
    setNote({ type: 'text', text: t('The browser does not let the page copy. Select the text and press its own keys for copying.') });
  }
}
