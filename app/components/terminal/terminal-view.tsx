import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { type ITheme, Terminal } from '@xterm/xterm';
import { useEffect, useRef } from 'react';
import type { TerminalInfo } from '../../lib/stores/terminals.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { createScreenWriter } from './create-screen-writer.ts';
import { pastedText } from './pasted-text.ts';
import { silenceReplies } from './silence-replies.ts';

/** One terminal's screen. It stays on the page while hidden, so that its contents and its scroll position stay too. */
export function TerminalView({ terminal, isShown }: { terminal: TerminalInfo; isShown: boolean }) {
  const actions = useActions('terminals');
  const host = useRef<HTMLDivElement>(null);
  const focus = useRef<() => void>(() => undefined);
  const { terminalId, isAgent, name } = terminal;

  useEffect(() => {
    const element = host.current;
    const connection = actions.connectTerminal(terminalId);
    if (!element || !connection) return undefined;
    const screen = new Terminal({
      fontFamily: "'JetBrains Mono Variable', ui-monospace, monospace",
      fontSize: 12.5,
      lineHeight: 1.4,
      theme: themeOf(element),
      scrollback: 10_000,
      disableStdin: isAgent,
      cursorBlink: !isAgent,
      cursorInactiveStyle: isAgent ? 'none' : 'outline',
      screenReaderMode: true,
    });
    const fit = new FitAddon();
    screen.loadAddon(fit);
    screen.open(element);
    screen.textarea?.setAttribute('aria-label', `${name} input`);
    silenceReplies(screen.parser);
    const onPaste = (event: ClipboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      screen.paste(pastedText(event.clipboardData?.getData('text/plain') ?? ''));
    };
    // On the way down: the terminal would paste what it is given as it is.
    element.addEventListener('paste', onPaste, true);
    const unsubscribe = connection.subscribe(createScreenWriter(screen));
    const input = screen.onData((data) => connection.write(data));
    const resized = new ResizeObserver(() => {
      // A hidden panel has no size; fitting to it would fold every line.
      if (element.clientWidth === 0) return;
      fit.fit();
      connection.resize({ columns: screen.cols, rows: screen.rows });
    });
    resized.observe(element);
    const themed = new MutationObserver(() => {
      screen.options.theme = themeOf(element);
    });
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    focus.current = () => screen.focus();
    return () => {
      focus.current = () => undefined;
      themed.disconnect();
      resized.disconnect();
      input.dispose();
      element.removeEventListener('paste', onPaste, true);
      unsubscribe();
      screen.dispose();
    };
  }, [actions, terminalId, isAgent, name]);

  useEffect(() => {
    if (isShown && !isAgent) focus.current();
  }, [isShown, isAgent]);

  return <div ref={host} className="w-full h-full overflow-hidden" />;
}

/** The terminal draws with its own colours: take them from the tokens that are in force. */
function themeOf(element: HTMLElement): ITheme {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    background: token('well'),
    foreground: token('code-text'),
    cursor: token('text-1'),
    cursorAccent: token('well'),
    selectionBackground: token('active'),
    black: token('text-3'),
    red: token('red'),
    green: token('green'),
    yellow: token('yellow'),
    blue: token('code-keyword'),
    magenta: token('code-const'),
    cyan: token('code-type'),
    white: token('text-2'),
    brightBlack: token('text-3'),
    brightRed: token('red'),
    brightGreen: token('green'),
    brightYellow: token('yellow'),
    brightBlue: token('code-keyword'),
    brightMagenta: token('code-const'),
    brightCyan: token('code-type'),
    brightWhite: token('text-1'),
  };
}
