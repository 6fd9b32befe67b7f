import { type KeyboardEvent, useEffect, useId, useState } from 'react';

/** A list over the message box, of which one item is highlighted. */
export interface Choice<Item> {
  items: readonly Item[];
  /** Place of the highlighted one. */
  current: number;
  listId: string;
  optionId(index: number): string;
}

interface ChoiceOptions<Item> {
  text: string;
  /** What fits the text. */
  fitting: readonly Item[];
  /** Tab or Enter for the highlighted one; false: the key is not for the list. */
  onTake(item: Item, event: KeyboardEvent): boolean;
}

/** Arrows choose, Escape closes the list for the text that is there: typed again it opens again. */
export function useChoice<Item>({ text, fitting, onTake }: ChoiceOptions<Item>) {
  const listId = useId();
  const [chosen, setChosen] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const items = text === closedFor ? [] : fitting;
  useEffect(() => {
    if (closedFor !== null && text !== closedFor) setClosedFor(null);
  }, [text, closedFor]);
  const current = Math.min(chosen, Math.max(0, items.length - 1));
  /** True: the key was for the list. */
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
