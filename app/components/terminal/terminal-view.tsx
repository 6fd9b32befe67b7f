import { useEffect, useRef, useState } from 'react';
import { $files } from '../../lib/stores/files.ts';
import type { TerminalInfo } from '../../lib/stores/terminals.ts';
import type { LinkTarget } from '../../lib/terminal-links/link-target.ts';
import { useActions } from '../page/workbench-context.tsx';
import type { LinkListener } from './links/create-link-provider.ts';
import { linkPlace } from './links/link-place.ts';
import { createTerminalScreen, type TerminalScreen } from './screen/create-terminal-screen.ts';
import { keyPlatform } from './screen/terminal-key.ts';

export interface TerminalViewProps {
  terminal: TerminalInfo;
  isShown: boolean;
  /** `null` when it is gone. */
  onScreen: (terminalId: string, screen: TerminalScreen | null) => void;
  onFollow: LinkListener['follow'];
  onCopy: () => void;
  /** Called if several lines would be pasted; `paste` pastes them. */
  onPasteLines: (text: string, paste: () => void) => void;
}

/** One terminal's screen. It stays mounted while hidden, to keep its content and scroll position. */
export function TerminalView(props: TerminalViewProps) {
  const { terminal, isShown } = props;
  const { terminalId, isAgent, name } = terminal;
  const actions = useActions('terminals');
  const host = useRef<HTMLDivElement>(null);
  const screen = useRef<TerminalScreen | null>(null);
  const [pointed, setPointed] = useState<LinkTarget | null>(null);
  /** The screen outlives the callbacks. */
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const connection = actions.connectTerminal(terminalId);
    if (!host.current || !connection) return undefined;
    const created = createTerminalScreen(host.current, connection, {
      isReadOnly: isAgent,
      platform: keyPlatform(navigator),
      isFile: (path) => $files.get().get(path)?.kind === 'file',
      links: { follow: (...link) => latest.current.onFollow(...link), point: setPointed },
      onCopy: () => latest.current.onCopy(),
      onPasteLines: (text) =>
        latest.current.onPasteLines(text, () => {
          created.paste(text);
          created.focus();
        }),
    });
    screen.current = created;
    const { onScreen } = latest.current;
    onScreen(terminalId, created);
    return () => {
      onScreen(terminalId, null);
      screen.current = null;
      created.dispose();
    };
  }, [actions, terminalId, isAgent]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen takes the name too
  useEffect(() => screen.current?.setName(name), [actions, terminalId, isAgent, name]);
  useEffect(() => {
    const isOver = latest.current.terminal.status === 'exited';
    if (isShown && !isAgent && !(isOver && isTypingElsewhere())) screen.current?.focus();
  }, [isShown, isAgent]);

  return (
    <>
      <div ref={host} className="w-full h-full overflow-hidden" />
      {pointed !== null && <p className="terminal-pointed">{linkPlace(pointed)}</p>}
    </>
  );
}

/**
 * Whether the user is typing elsewhere: an ended terminal is also activated without the user, as after a reload, and must not take the
 * focus from a message.
 */
function isTypingElsewhere(): boolean {
  const field = document.activeElement?.closest('input, textarea, iframe, [contenteditable="true"]') ?? null;
  return field !== null && field.closest('[data-keys-of="terminal"]') === null;
}
