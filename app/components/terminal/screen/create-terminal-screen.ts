import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import type { TerminalConnection } from '../../../lib/runtime/terminal-service.ts';
import type { LinkTarget } from '../../../lib/terminal/link-target.ts';
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
  /** The agent's: to be read. */
  isReadOnly: boolean;
  platform: KeyPlatform;
  isFile(path: string): boolean;
  links: LinkListener;
  /** The keys for it were pressed. */
  onCopy(): void;
  /** Several lines are to be pasted, and each would be run as soon as it ends. Nothing is pasted yet. */
  onPasteLines(text: string): void;
}

/** What is drawn of a terminal. */
export interface TerminalScreen {
  setName(name: string): void;
  focus(): void;
  hasSelection(): boolean;
  /** What is selected; empty: nothing. */
  selection(): string;
  clearSelection(): void;
  onSelection(listener: () => void): () => void;
  /** The lines in view, folded ones in one. */
  visibleText(): string;
  /** What the last lines link to, the newest first. */
  links(): LinkTarget[];
  /** As if it were typed. */
  paste(text: string): void;
  /** All but the line that is being typed. */
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
    // A shell draws its line again when the width changes; nobody does here.
    reflowCursorLine: isReadOnly,
    screenReaderMode: true,
    // What marks the matches that are found is a proposed part of the terminal's interface.
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
      // The browser may have a panel of its own on these keys.
      event.preventDefault();
      onCopy();
    }
    return key === null;
  });
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const text = pastedText(event.clipboardData?.getData('text/plain') ?? '');
    // A program that asks for it is given where a paste ends, and runs nothing in the middle of it.
    if (screen.modes.bracketedPasteMode) return screen.paste(text);
    // The end of the one line is the user's to press: what was copied need not be what was seen.
    if (lineCount(text) === 1) return screen.paste(text.replace(/[\r\n]+$/, ''));
    onPasteLines(text);
  };
  // On the way down: the terminal would paste what it is given as it is.
  element.addEventListener('paste', onPaste, true);
  return () => element.removeEventListener('paste', onPaste, true);
}

function fitTo(element: HTMLElement, screen: Terminal, connection: TerminalConnection): () => void {
  const fit = new FitAddon();
  screen.loadAddon(fit);
  const resized = new ResizeObserver(() => {
    // A hidden panel has no size; fitting to it would fold every line.
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
