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
  /** Why it cannot be done now; null: it can. */
  reason: string | null;
  run: () => void;
}

/** What may change while the palette is open, and with it what there is to do. */
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

/** Draws again when one of them has changed. */
function useChanges(): void {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const stops = [...STORES.map((store) => store.listen(drawAgain)), listenKeys($chat, ['status', 'chatId'], drawAgain)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

/** Opens a file where it can be seen. */
export function useShowFile(): (path: string) => void {
  const actions = useActions('files');
  return (path) => {
    showTab('code');
    void actions.openFile(path);
  };
}

/** What the palette offers now: all that can be done, and what only another state keeps from being done, with the reason. */
export function usePaletteCommands(navigate: CommandContext['navigate']): readonly PaletteCommand[] {
  const { setOverlay } = useOverlay();
  const actions = useWorkbenchActions();
  useChanges();
  const context: CommandContext = { actions, setOverlay, navigate };
  return COMMANDS.flatMap((command): PaletteCommand[] => {
    // It is what one is in.
    if (command.id === 'palette') return [];
    const state = command.when?.() ?? true;
    if (state === false) return [];
    const keys = keysInForce(command, $settings.get().shortcuts)?.split('+') ?? [];
    const { id, group, icon } = command;
    const reason = state === true ? null : state;
    return [{ id, group, icon, text: command.text(), keys, reason, run: () => command.run(context) }];
  });
}
