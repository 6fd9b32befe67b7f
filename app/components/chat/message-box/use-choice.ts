import { type KeyboardEvent, useEffect, useId, useState } from 'react';

/** A list over the message box with one highlighted item. */
export interface Choice<Item> {
  items: readonly Item[];
  /** Index of the highlighted item. */
  current: number;
  listId: string;
  optionId(index: number): string;
}

interface ChoiceOptions<Item> {
  text: string;
  /** The items that match the text. */
  fitting: readonly Item[];
  /** Handles Tab or Enter on the highlighted item. Returns false if the key is not for the list. */
  onTake(item: Item, event: KeyboardEvent): boolean;
}

/** Lets arrows choose an item. Escape closes the list until the text changes. */
export function useChoice<Item>({ text, fitting, onTake }: ChoiceOptions<Item>) {
  const listId = useId();
  const [chosen, setChosen] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const items = text === closedFor ? [] : fitting;
  useEffect(() => {
    if (closedFor !== null && text !== closedFor) setClosedFor(null);
  }, [text, closedFor]);
  const current = Math.min(chosen, Math.max(0, items.length - 1));
  /** Returns true if the list handled the key. */
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
      case 'Enter':
        if (!onTake(item, event)) return false;
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
  const choice: Choice<Item> = { items, current, listId, optionId: (index) => `${listId}-${index}` };
  return { ...choice, onKeyDown, chooseFirst: () => setChosen(0) };
}
