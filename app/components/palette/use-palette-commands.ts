import { listenKeys } from 'nanostores';
import { useEffect, useReducer } from 'react';
import { $chat } from '../../lib/stores/chat.ts';
import { $activeTab, $fileStandings, $openFiles } from '../../lib/stores/files.ts';
import { $localFolder } from '../../lib/stores/local-folder.ts';
import { $isFollowing } from '../../lib/stores/other-tab.ts';
import { $pagePlaces, $previews } from '../../lib/stores/previews.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { $terminals } from '../../lib/stores/terminals.ts';
import { $previewDevice } from '../../lib/stores/window.ts';
import { COMMANDS } from '../commands/command-list.ts';
import { keysInForce } from '../commands/keys/keys-in-force.ts';
import type { CommandContext, CommandGroup } from '../page/keys/command.ts';
import { useOverlay } from '../page/overlay-context.tsx';
import { showTab } from '../page/show-tab.ts';
import { useActions, useWorkbenchActions } from '../page/workbench-context.tsx';

export interface PaletteCommand {
  id: string;
  group: CommandGroup;
  text: string;
  icon: string;
  keys: readonly string[];
  /** Why it is disabled, or `null` if it can run. */
  reason: string | null;
  run: () => void;
}

/** Stores that may change while the palette is open and affect which commands are available. */
const STORES = [
  $settings,
  $activeTab,
  $openFiles,
  $fileStandings,
  $previews,
  $pagePlaces,
  $previewDevice,
  $terminals,
  $isFollowing,
  $localFolder,
];

/** Renders again when one of them changes. */
function useChanges(): void {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const stops = [...STORES.map((store) => store.listen(drawAgain)), listenKeys($chat, ['status', 'chatId'], drawAgain)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

/** Returns a function that opens a file in the visible editor. */
export function useShowFile(): (path: string) => void {
  const actions = useActions('files');
  return (path) => {
    showTab('code');
    void actions.openFile(path);
  };
}

/** Returns the palette's commands: those that can run now, and those disabled in the current state, with the reason. */
export function usePaletteCommands(navigate: CommandContext['navigate']): readonly PaletteCommand[] {
  const { setOverlay } = useOverlay();
  const actions = useWorkbenchActions();
  useChanges();
  const context: CommandContext = { actions, setOverlay, navigate };
  return COMMANDS.flatMap((command): PaletteCommand[] => {
    // The palette itself is already open.
    if (command.id === 'palette') return [];
    const state = command.when?.() ?? true;
    if (state === false) return [];
    const keys = keysInForce(command, $settings.get().shortcuts)?.split('+') ?? [];
    const { id, group, icon } = command;
    const reason = state === true ? null : state;
    return [{ id, group, icon, text: command.text(), keys, reason, run: () => command.run(context) }];
  });
}
