import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useMemo } from 'react';
import { $projectPrompts, $routines } from '../../../lib/stores/project-config.ts';
import { type SlashMenuItem, slashMenuItems } from './slash-menu-items.ts';
import { type Choice, useChoice } from './use-choice.ts';

export interface SlashMenuState extends Choice<SlashMenuItem> {
  take(item: SlashMenuItem): void;
  /** True: the key was for the menu. */
  onKeyDown(event: KeyboardEvent): boolean;
}

interface SlashMenuOptions {
  text: string;
  setText(text: string): void;
  send(text: string): void;
}

/** The menu over the message box while a command is being typed. Arrows choose, Tab completes, Enter takes, Escape closes. */
export function useSlashMenu({ text, setText, send }: SlashMenuOptions): SlashMenuState {
  const routines = useStore($routines);
  const { prompts } = useStore($projectPrompts);
  const fitting = useMemo(() => slashMenuItems(text, routines, prompts), [text, routines, prompts]);
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
    // What is written out is sent as it is: `/agent` alone asks for its task.
    if (event.ctrlKey || event.metaKey || text.trim().toLowerCase() === item.name) return false;
    take(item);
    return true;
  }
  return { ...choice, take };
}
