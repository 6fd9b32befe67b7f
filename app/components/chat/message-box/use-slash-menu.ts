import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type KeyboardEvent, useMemo } from 'react';
import type { KnownRoutine } from '../../../lib/settings/config/routines.ts';
import { $projectPrompts } from '../../../lib/stores/project-config.ts';
import { useDeferredModule } from '../../ui/loading/deferred-module.ts';
import { messageAids } from './deferred-aids.ts';
import type { SlashMenuItem } from './slash-menu-items.ts';
import type { SlashMenuState } from './slash-menu-state.ts';
import { useChoice } from './use-choice.ts';

const NO_ITEMS: readonly SlashMenuItem[] = [];
const $noRoutines = atom<readonly KnownRoutine[]>([]);

interface SlashMenuOptions {
  text: string;
  setText(text: string): void;
  send(text: string): void;
}

/** The menu over the message box while a command is typed. Arrows choose, Tab completes, Enter takes, Escape closes. */
export function useSlashMenu({ text, setText, send }: SlashMenuOptions): SlashMenuState {
  const { module: aids, isLoading } = useDeferredModule(messageAids, text.startsWith('/'));
  const routines = useStore(aids?.$routines ?? $noRoutines);
  const { prompts } = useStore($projectPrompts);
  const fitting = useMemo(() => aids?.slashMenuItems(text, routines, prompts) ?? NO_ITEMS, [aids, text, routines, prompts]);
  const { chooseFirst, ...choice } = useChoice({ text, fitting, onTake });

  function take(item: SlashMenuItem): void {
    chooseFirst();
    if (item.isWhole) send(item.insert);
    else setText(item.insert);
  }
  function onTake(item: SlashMenuItem, event: KeyboardEvent): boolean {
    if (event.shiftKey) return false;
    if (event.key === 'Tab') {
      chooseFirst();
      setText(item.insert);
      return true;
    }
    // A completely typed command is sent as it is: `/agent` alone asks for its task.
    if (event.ctrlKey || event.metaKey || text.trim().toLowerCase() === item.name) return false;
    take(item);
    return true;
  }
  return { ...choice, isLoading, take };
}
