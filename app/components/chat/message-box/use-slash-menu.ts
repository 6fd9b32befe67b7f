import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { $routines } from '../../../lib/stores/project-config.ts';
import { type SlashMenuItem, slashMenuItems } from './slash-menu-items.ts';

export interface SlashMenuState {
  items: readonly SlashMenuItem[];
  /** Place of the highlighted one. */
  current: number;
  listId: string;
  optionId(index: number): string;
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
  const listId = useId();
  const [chosen, setChosen] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const items = useMemo(() => (text === closedFor ? [] : slashMenuItems(text, routines)), [text, closedFor, routines]);
  useEffect(() => {
    // Closed is closed for what was there; typed again it opens again.
    if (closedFor !== null && text !== closedFor) setClosedFor(null);
  }, [text, closedFor]);
  const current = Math.min(chosen, Math.max(0, items.length - 1));

  function take(item: SlashMenuItem): void {
    setChosen(0);
    if (item.isWhole) send(item.insert);
    else setText(item.insert);
  }
  function onKeyDown(event: KeyboardEvent): boolean {
    const item = items[current];
    if (item === undefined || event.nativeEvent.isComposing) return false;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const step = event.key === 'ArrowDown' ? 1 : -1;
        setChosen((current + step + items.length) % items.length);
        break;
      }
      case 'Tab':
        if (event.shiftKey) return false;
        setChosen(0);
        setText(item.insert);
        break;
      case 'Enter':
        // What is written out is sent as it is: `/agent` alone asks for its task.
        if (event.shiftKey || event.ctrlKey || event.metaKey || text.trim().toLowerCase() === item.name) return false;
        take(item);
        break;
      case 'Escape':
        setClosedFor(text);
        break;
      default:
        return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
  return { items, current, listId, optionId: (index) => `${listId}-${index}`, take, onKeyDown };
}
