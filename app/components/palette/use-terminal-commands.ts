import { useStore } from '@nanostores/react';
import { $activeTerminal, $terminals } from '../../lib/stores/terminals.ts';
import { $terminalRequest, type TerminalRequest } from '../../lib/terminal/terminal-request.ts';
import { showTab } from '../shell/workbench/show-tab.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import type { PaletteCommand } from './use-palette-commands.ts';

/** After the palette has closed, which gives the focus back to where it was. */
function ask(request: TerminalRequest): void {
  showTab('terminal');
  setTimeout(() => $terminalRequest.set(request));
}

const OF_A_TERMINAL: readonly PaletteCommand[] = [
  { text: 'Find in the terminal', icon: 'i-lucide-search', run: () => ask('find') },
  { text: 'Copy from the terminal', icon: 'i-lucide-copy', run: () => ask('copy') },
  { text: 'Clear the terminal', icon: 'i-lucide-eraser', run: () => ask('clear') },
];
const SEND: PaletteCommand = {
  text: 'Send the terminal’s selection to the agent',
  icon: 'i-lucide-corner-up-left',
  run: () => ask('send'),
};
const RENAME: PaletteCommand = { text: 'Rename the terminal', icon: 'i-lucide-pencil', run: () => ask('rename') };

/** What can be done with the terminal that is shown, and another one. `canWork`: a tab that only follows sends and starts nothing. */
export function useTerminalCommands(hasChat: boolean, canWork: boolean): readonly PaletteCommand[] {
  const actions = useActions('terminals');
  const terminals = useStore($terminals);
  const active = useStore($activeTerminal);
  if (!hasChat) return [];
  const shown = terminals.find(({ terminalId }) => terminalId === active) ?? terminals[0];
  const start: PaletteCommand = {
    text: 'New terminal',
    icon: 'i-lucide-square-terminal',
    run: () => void actions.newTerminal().then(() => showTab('terminal')),
  };
  return [
    ...(canWork ? [start] : []),
    ...(shown === undefined ? [] : OF_A_TERMINAL),
    ...(shown !== undefined && canWork ? [SEND] : []),
    ...(shown === undefined || shown.isAgent ? [] : [RENAME]),
  ];
}
