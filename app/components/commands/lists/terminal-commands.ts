import { t } from '../../../lib/i18n/t.ts';
import { $activeTerminal, $terminals, canRestart, type TerminalInfo } from '../../../lib/stores/terminals.ts';
import { $terminalRequest, type TerminalRequest } from '../../../lib/terminal/terminal-request.ts';
import type { Command } from '../../page/keys/command.ts';
import { showTab } from '../../page/show-tab.ts';
import { canWork, hasChat } from '../command-reasons.ts';
import { focusIn, openMenuIn } from '../press-button.ts';

function shown(): TerminalInfo | undefined {
  const terminals = $terminals.get();
  return terminals.find(({ terminalId }) => terminalId === $activeTerminal.get()) ?? terminals[0];
}

const hasTerminal = () => hasChat() && shown() !== undefined;
const hasOwn = () => hasChat() && shown()?.isAgent === false;

function request(asked: TerminalRequest, command: Omit<Command, 'group' | 'run'>): Command {
  return {
    when: hasTerminal,
    ...command,
    group: 'terminal',
    run() {
      showTab('terminal');
      // After the palette has closed and returned the focus.
      setTimeout(() => $terminalRequest.set(asked));
    },
  };
}

/** Commands for terminals: open, search, and use their content elsewhere. */
export const TERMINAL_COMMANDS: readonly Command[] = [
  {
    id: 'new-terminal',
    group: 'terminal',
    icon: 'i-lucide-square-terminal',
    text: () => t('New terminal'),
    when: canWork,
    run: ({ actions }) => void actions.terminals.newTerminal().then(() => showTab('terminal')),
  },
  {
    id: 'go-to-terminal',
    group: 'terminal',
    icon: 'i-lucide-square-terminal',
    text: () => t('Go into the terminal'),
    keys: 'Alt+6',
    when: hasTerminal,
    run: () => focusIn('terminal', '.terminal-panel:not([hidden]) textarea'),
  },
  {
    id: 'next-terminal',
    group: 'terminal',
    icon: 'i-lucide-arrow-right',
    text: () => t('Go to the next terminal'),
    when: () => hasChat() && $terminals.get().length > 1,
    run() {
      const terminals = $terminals.get();
      const next = terminals[(terminals.findIndex((each) => each === shown()) + 1) % terminals.length];
      showTab('terminal');
      if (next !== undefined) $activeTerminal.set(next.terminalId);
    },
  },
  request('find', {
    id: 'find-in-terminal',
    icon: 'i-lucide-search',
    text: () => t('Find in the terminal'),
    keys: 'Ctrl+F',
    place: 'terminal',
  }),
  request('copy', { id: 'copy-from-terminal', icon: 'i-lucide-copy', text: () => t('Copy from the terminal') }),
  request('clear', { id: 'clear-terminal', icon: 'i-lucide-eraser', text: () => t('Clear the terminal') }),
  request('send', {
    id: 'send-from-terminal',
    icon: 'i-lucide-corner-up-left',
    text: () => t('Send the terminal’s selection to the agent'),
    when: () => hasTerminal() && canWork(),
  }),
  request('rename', { id: 'rename-terminal', icon: 'i-lucide-pencil', text: () => t('Rename the terminal'), when: hasOwn }),
  request('restart', {
    id: 'restart-terminal',
    icon: 'i-lucide-rotate-cw',
    text: () => t('Start the terminal’s shell again'),
    when: () => {
      const terminal = shown();
      return terminal !== undefined && canRestart(terminal) && canWork();
    },
  }),
  {
    id: 'terminal-links',
    group: 'terminal',
    icon: 'i-lucide-link',
    text: () => t('List the links in the terminal'),
    when: hasTerminal,
    run: () => openMenuIn('terminal', 'terminal-links'),
  },
  {
    id: 'close-terminal',
    group: 'terminal',
    icon: 'i-lucide-x',
    text: () => t('Close the terminal'),
    when: hasOwn,
    run({ actions }) {
      const terminal = shown();
      if (terminal !== undefined) actions.terminals.closeTerminal(terminal.terminalId);
    },
  },
];
