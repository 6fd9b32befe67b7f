import { useStore } from '@nanostores/react';
import type { SettingsActions } from '../../lib/settings/settings-service.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { $activeTab, $isFindAsked, $isFormatAsked, $revealedPath } from '../../lib/stores/files.ts';
import { $isFolderShown, $localFolder, type LocalFolder } from '../../lib/stores/local-folder.ts';
import { $isFollowing } from '../../lib/stores/other-tab.ts';
import { $isFullScreenAsked, $previews } from '../../lib/stores/previews.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { $caretRequest } from '../../lib/stores/types.ts';
import { $isPreviewTurned, $previewDevice, type PreviewDevice } from '../../lib/stores/window.ts';
import { $isProjectFindShown, type WorkbenchTab } from '../../lib/stores/workbench.ts';
import { focusFirst, MESSAGE_BOX, WAITING_QUESTION } from '../shell/hooks/focus-first.ts';
import { useExport } from '../shell/hooks/use-export.ts';
import { type Overlay, type SettingsTab, useShell } from '../shell/shell-context.tsx';
import { WAYS_IN } from '../shell/ways-in/way-in-list.ts';
import { showTab } from '../shell/workbench/show-tab.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { isRunOpen } from '../ui/text/agent-status-text.ts';
import { useTerminalCommands } from './use-terminal-commands.ts';

export interface PaletteCommand {
  text: string;
  icon: string;
  keys?: readonly string[];
  run: () => void;
}

const TABS: readonly { tab: WorkbenchTab; text: string; icon: string }[] = [
  { tab: 'code', text: 'Show the code', icon: 'i-lucide-code-xml' },
  { tab: 'changes', text: 'Show the changes', icon: 'i-lucide-file-diff' },
  { tab: 'preview', text: 'Show the preview', icon: 'i-lucide-app-window' },
  { tab: 'terminal', text: 'Show the terminal', icon: 'i-lucide-square-terminal' },
  { tab: 'problems', text: 'Show the problems', icon: 'i-lucide-triangle-alert' },
];

const SETTINGS: readonly { tab: SettingsTab; text: string; icon: string; keys?: readonly string[] }[] = [
  { tab: 'agent', text: 'Settings: Agent', icon: 'i-lucide-zap', keys: ['Ctrl', ','] },
  { tab: 'models', text: 'Settings: Models', icon: 'i-lucide-box' },
  { tab: 'cost', text: 'Settings: Cost', icon: 'i-lucide-receipt' },
  { tab: 'prompts', text: 'Settings: Prompts', icon: 'i-lucide-message-square-quote' },
  { tab: 'mcp', text: 'Settings: MCP servers', icon: 'i-lucide-plug' },
  { tab: 'runtime', text: 'Settings: Runtime', icon: 'i-lucide-cpu' },
  { tab: 'appearance', text: 'Settings: Appearance', icon: 'i-lucide-sun-moon' },
  { tab: 'data', text: 'Settings: Data', icon: 'i-lucide-database' },
  { tab: 'shortcuts', text: 'Settings: Shortcuts', icon: 'i-lucide-keyboard' },
  { tab: 'diagnostics', text: 'Settings: Diagnostics', icon: 'i-lucide-stethoscope' },
];

const THEMES = [
  { theme: 'system', text: 'Theme: follow the system' },
  { theme: 'dark', text: 'Theme: dark' },
  { theme: 'light', text: 'Theme: light' },
  { theme: 'hc', text: 'Theme: high contrast' },
] as const;

/** After the palette has closed, which gives the focus back to where it was. */
function focusSoon(selector: string): void {
  setTimeout(() => focusFirst(selector));
}

function findInProject(): void {
  showTab('code');
  $isProjectFindShown.set(true);
}

function findInFile(): void {
  showTab('code');
  $isFindAsked.set(true);
}

function formatFile(): void {
  showTab('code');
  $isFormatAsked.set(true);
}

function askAtCaret(request: NonNullable<ReturnType<typeof $caretRequest.get>>): void {
  showTab('code');
  $caretRequest.set(request);
}

function showAt(device: PreviewDevice): void {
  showTab('preview');
  $previewDevice.set(device);
}

/** Only a device can be turned. */
const TURN: PaletteCommand = {
  text: 'Preview: turn the device',
  icon: 'i-lucide-rotate-cw-square',
  run() {
    showTab('preview');
    $isPreviewTurned.set(!$isPreviewTurned.get());
  },
};

/** Offered while there is a page; the key that chooses it is the press that browsers want for this. */
const FULL_SCREEN: PaletteCommand = {
  text: 'Preview: full screen',
  icon: 'i-lucide-maximize',
  run() {
    showTab('preview');
    $isFullScreenAsked.set(true);
  },
};

const SIZES: readonly PaletteCommand[] = [
  { text: 'Preview: the pane’s size', icon: 'i-lucide-monitor', run: () => showAt('desktop') },
  { text: 'Preview: tablet', icon: 'i-lucide-tablet', run: () => showAt('tablet') },
  { text: 'Preview: phone', icon: 'i-lucide-smartphone', run: () => showAt('phone') },
  { text: 'Preview: a size of your own', icon: 'i-lucide-ruler', run: () => showAt('custom') },
];

const IN_FILE: readonly PaletteCommand[] = [
  { text: 'Find in the open file', icon: 'i-lucide-text-search', keys: ['Ctrl', 'F'], run: findInFile },
  { text: 'Format the open file', icon: 'i-lucide-text-quote', keys: ['Shift', 'Alt', 'F'], run: formatFile },
  { text: 'Go to the definition', icon: 'i-lucide-corner-down-right', keys: ['F12'], run: () => askAtCaret('definition') },
  { text: 'Show the type at the caret', icon: 'i-lucide-info', keys: ['Alt', 'F1'], run: () => askAtCaret('hover') },
  { text: 'Go to the next problem in the file', icon: 'i-lucide-triangle-alert', keys: ['F8'], run: () => askAtCaret('next-problem') },
];

/** The sizes of the page, and what can be done with it now. */
function usePreviewCommands(hasChat: boolean): readonly PaletteCommand[] {
  const isDevice = useStore($previewDevice) !== 'desktop';
  const hasPage = useStore($previews).length > 0;
  if (!hasChat) return [];
  return [...SIZES, ...(isDevice ? [TURN] : []), ...(hasPage && document.fullscreenEnabled ? [FULL_SCREEN] : [])];
}

/** What the open file offers. */
function inFile(setOverlay: (overlay: Overlay) => void): PaletteCommand[] {
  const goToSymbol = () => {
    showTab('code');
    setOverlay({ type: 'symbols' });
  };
  return [
    ...IN_FILE,
    { text: 'Go to a symbol in the open file', icon: 'i-lucide-list-tree', keys: ['Ctrl', 'Shift', 'O'], run: goToSymbol },
  ];
}

function revealFile(): void {
  showTab('code');
  $revealedPath.set($activeTab.get());
}

/** Opens a file where it can be seen. */
export function useShowFile(): (path: string) => void {
  const actions = useActions('files');
  return (path) => {
    showTab('code');
    void actions.openFile(path);
  };
}

const FIND_IN_PROJECT = {
  text: 'Find and replace in all files',
  icon: 'i-lucide-search-code',
  keys: ['Ctrl', 'Shift', 'F'],
  run: () => findInProject(),
};

function modeCommands(isAgent: boolean, planMode: boolean, settingsActions: SettingsActions): PaletteCommand[] {
  return [
    {
      text: isAgent ? 'Turn agent mode off' : 'Turn agent mode on',
      icon: 'i-lucide-zap',
      run: () => settingsActions.updateAgentSettings({ enabled: !isAgent }),
    },
    {
      text: planMode ? 'Turn plan mode off' : 'Turn plan mode on',
      icon: 'i-lucide-list-todo',
      run: () => settingsActions.updateSettings({ planMode: !planMode }),
    },
  ];
}

/** Where the keyboard's focus can be brought. */
function placeCommands(isQuestionWaiting: boolean): PaletteCommand[] {
  const box = { text: 'Go to the message box', icon: 'i-lucide-message-square', keys: ['Alt', 'M'], run: () => focusSoon(MESSAGE_BOX) };
  const question = {
    text: 'Go to the question that waits',
    icon: 'i-lucide-circle-help',
    keys: ['Alt', 'A'],
    run: () => focusSoon(WAITING_QUESTION),
  };
  return isQuestionWaiting ? [box, question] : [box];
}

/** What the palette offers now; commands that would do nothing are left out. */
export function usePaletteCommands(newChat: () => void): { commands: PaletteCommand[]; settings: PaletteCommand[] } {
  const chatActions = useActions('chat');
  const settingsActions = useActions('settings');
  const compactionActions = useActions('compaction');
  const runtimeActions = useActions('runtime');
  const projectActions = useActions('projects');
  const { setOverlay } = useShell();
  const { exportZip } = useExport();
  const { chatId, status } = useStore($chat, { keys: ['chatId', 'status'] });
  const { agent, planMode } = useStore($settings, { keys: ['agent', 'planMode'] });
  const hasChat = chatId !== null;
  const canWork = !useStore($isFollowing) && hasChat;
  const hasFile = useStore($activeTab) !== null;
  const folder = useStore($localFolder);
  const previewCommands = usePreviewCommands(hasChat);
  const terminalCommands = useTerminalCommands(hasChat, canWork);
  const commands: PaletteCommand[] = [
    ...(isRunOpen(status) ? [{ text: 'Stop the agent', icon: 'i-lucide-square', run: () => void chatActions.stop() }] : []),
    ...(hasChat ? [{ text: 'New chat', icon: 'i-lucide-square-pen', keys: ['Alt', 'N'], run: newChat }] : []),
    ...(hasChat
      ? [
          {
            text: 'Open a file by its name',
            icon: 'i-lucide-file-search',
            keys: ['Ctrl', 'P'],
            run: () => setOverlay({ type: 'quick-open' }),
          },
        ]
      : []),
    ...(hasChat ? [FIND_IN_PROJECT] : []),
    ...(hasFile ? inFile(setOverlay) : []),
    ...(hasFile ? [{ text: 'Reveal the open file in the tree', icon: 'i-lucide-crosshair', run: revealFile }] : []),
    { text: 'Open a chat', icon: 'i-lucide-history', run: () => setOverlay({ type: 'chats' }) },
    { text: 'Open a project', icon: 'i-lucide-folders', run: () => setOverlay({ type: 'projects' }) },
    ...WAYS_IN.map(({ title, icon, begin }) => ({
      text: `Project: ${title()}`,
      icon,
      run: () => begin(setOverlay),
    })),
    ...folderCommands(folder, canWork),
    ...(canWork ? [{ text: 'Install and run the project', icon: 'i-lucide-play', run: () => void projectActions.installAndRun() }] : []),
    ...modeCommands(agent.enabled, planMode, settingsActions),
    ...(hasChat ? TABS.map(({ tab, text, icon }) => ({ text, icon, run: () => showTab(tab) })) : []),
    ...previewCommands,
    ...terminalCommands,
    // A tab that only follows starts nothing.
    ...(canWork
      ? [{ text: 'Summarise the conversation', icon: 'i-lucide-fold-vertical', run: () => void compactionActions.startCompaction() }]
      : []),
    ...(hasChat ? [{ text: 'Export the project as zip', icon: 'i-lucide-download', run: () => void exportZip() }] : []),
    ...placeCommands(status === 'waiting_for_approval'),
    {
      text: 'Find out why something does not work',
      icon: 'i-lucide-stethoscope',
      run: () => setOverlay({ type: 'settings', tab: 'diagnostics' }),
    },
    { text: 'Restart the runtime', icon: 'i-lucide-rotate-cw', run: () => void runtimeActions.restartRuntime() },
  ];
  const settings: PaletteCommand[] = [
    ...SETTINGS.map(({ tab, text, icon, keys }) => ({
      text,
      icon,
      ...(keys === undefined ? {} : { keys }),
      run: () => setOverlay({ type: 'settings', tab }),
    })),
    ...THEMES.map(({ theme, text }) => ({ text, icon: 'i-lucide-sun-moon', run: () => settingsActions.updateSettings({ theme }) })),
  ];
  return { commands, settings };
}

/** What there is to be done about the folder that the project is kept equal to, or could be. */
function folderCommands(folder: LocalFolder, canWork: boolean): PaletteCommand[] {
  const run = () => $isFolderShown.set(true);
  if (folder.status !== 'none')
    return [{ text: `Folder “${folder.name}”: state, conflicts, disconnect`, icon: 'i-lucide-folder-sync', run }];
  return canWork ? [{ text: 'Connect a folder…', icon: 'i-lucide-folder-symlink', run }] : [];
}
