import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import type { TerminalConnection } from '../../../lib/runtime/terminal-service.ts';
import type { LinkTarget } from '../../../lib/terminal-links/link-target.ts';
import { createLinkHandler, limitLinks } from '../links/create-link-handler.ts';
import { createLinkProvider, type LinkListener } from '../links/create-link-provider.ts';
import { newestLinks } from '../links/newest-links.ts';
import { createScreenWriter } from './create-screen-writer.ts';
import { lineCount } from './line-count.ts';
import { pastedText } from './pasted-text.ts';
import { createScreenFinder, type ScreenFinder } from './screen-finder.ts';
import { silenceReplies } from './silence-replies.ts';
import { type KeyPlatform, terminalKey } from './terminal-key.ts';
import { terminalTheme } from './terminal-theme.ts';

export interface ScreenSettings {
  /** Whether it is the agent's terminal, which is read-only. */
  isReadOnly: boolean;
  platform: KeyPlatform;
  isFile(path: string): boolean;
  links: LinkListener;
  /** Called when the keys for copying were pressed. */
  onCopy(): void;
  /** Called instead of pasting several lines, each of which would run at its end. */
  onPasteLines(text: string): void;
}

/** The rendered screen of a terminal. */
export interface TerminalScreen {
  setName(name: string): void;
  focus(): void;
  hasSelection(): boolean;
  /** Returns the selected text; empty if there is none. */
  selection(): string;
  clearSelection(): void;
  onSelection(listener: () => void): () => void;
  /** Returns the visible lines, with wrapped rows joined. */
  visibleText(): string;
  /** Returns the links in the last lines, newest first. */
  links(): LinkTarget[];
  /** Inserts the text like typed input. */
  paste(text: string): void;
  /** Clears everything except the line that is being typed. */
  clear(): void;
  readonly finder: ScreenFinder;
  dispose(): void;
}

export function createTerminalScreen(element: HTMLElement, connection: TerminalConnection, settings: ScreenSettings): TerminalScreen {
  const { isReadOnly, links } = settings;
  const screen = new Terminal({
    fontFamily: "'JetBrains Mono Variable', ui-monospace, monospace",
    fontSize: 12.5,
    lineHeight: 1.4,
    theme: terminalTheme(element),
    scrollback: 10_000,
    disableStdin: isReadOnly,
    cursorBlink: !isReadOnly,
    cursorInactiveStyle: isReadOnly ? 'none' : 'outline',
    // A shell redraws its line when the width changes; here nothing does.
    reflowCursorLine: isReadOnly,
    screenReaderMode: true,
    // Decorations for search matches are a proposed part of the terminal's API.
    allowProposedApi: true,
    linkHandler: createLinkHandler(links),
  });
  screen.open(element);
  silenceReplies(screen.parser);
  limitLinks(screen.parser);
  screen.registerLinkProvider(createLinkProvider(screen, settings.isFile, links));
  const finder = createScreenFinder(screen, element);
  const stopKeys = attachKeys(screen, element, settings);
  const unsubscribe = connection.subscribe(createScreenWriter(screen));
  const input = screen.onData((data) => connection.write(data));
  const stopFitting = fitTo(element, screen, connection);
  const themed = new MutationObserver(() => {
    screen.options.theme = terminalTheme(element);
    finder.recolour();
  });
  themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return {
    setName: (name) => screen.textarea?.setAttribute('aria-label', `${name} input`),
    focus: () => screen.focus(),
    hasSelection: () => screen.hasSelection(),
    selection: () => screen.getSelection(),
    clearSelection: () => screen.clearSelection(),
    onSelection(listener) {
      const listening = screen.onSelectionChange(listener);
      return () => listening.dispose();
    },
    visibleText: () => visibleText(screen),
    links: () => newestLinks(screen.buffer.active, settings.isFile),
    paste: (text) => screen.paste(text),
    clear: () => screen.clear(),
    finder,
    dispose() {
      themed.disconnect();
      stopFitting();
      input.dispose();
      stopKeys();
      unsubscribe();
      screen.dispose();
    },
  };
}

function attachKeys(screen: Terminal, element: HTMLElement, { platform, onCopy, onPasteLines }: ScreenSettings): () => void {
  screen.attachCustomKeyEventHandler((event) => {
    const key = terminalKey(event, platform, screen.hasSelection());
    if (key === 'copy') {
      // The browser may open a panel on these keys.
      event.preventDefault();
      onCopy();
    }
    return key === null;
  });
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const text = pastedText(event.clipboardData?.getData('text/plain') ?? '');
    // Bracketed paste marks the end of the pasted text, so the program does not run a part of it.
    if (screen.modes.bracketedPasteMode) return screen.paste(text);
    // Only the user's Enter runs a line, because copied text may differ from what was visible.
    if (lineCount(text) === 1) return screen.paste(text.replace(/[\r\n]+$/, ''));
    onPasteLines(text);
  };
  // In the capture phase, before the terminal pastes the text unchanged.
  element.addEventListener('paste', onPaste, true);
  return () => element.removeEventListener('paste', onPaste, true);
}

function fitTo(element: HTMLElement, screen: Terminal, connection: TerminalConnection): () => void {
  const fit = new FitAddon();
  screen.loadAddon(fit);
  const resized = new ResizeObserver(() => {
    // A hidden panel has no size; fitting to it would wrap every line.
    if (element.clientWidth === 0) return;
    fit.fit();
    connection.resize({ columns: screen.cols, rows: screen.rows });
  });
  resized.observe(element);
  return () => resized.disconnect();
}

function visibleText(screen: Terminal): string {
  const buffer = screen.buffer.active;
  let text = '';
  for (let row = buffer.viewportY; row < buffer.viewportY + screen.rows; row++) {
    const line = buffer.getLine(row);
    if (line === undefined) break;
    const isFolded = buffer.getLine(row + 1)?.isWrapped === true;
    text += line.translateToString(!isFolded) + (isFolded ? '' : '\n');
  }
  return text;
}
