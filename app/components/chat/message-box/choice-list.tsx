import { type ReactNode, useEffect, useRef } from 'react';
import type { Choice } from './use-choice.ts';

interface ChoiceListProps<Item> {
  label: string;
  choice: Choice<Item>;
  keyOf: (item: Item) => string;
  onTake: (item: Item) => void;
  children: (item: Item) => ReactNode;
}

/** A list of choices for the text typed in the message box, which keeps the focus. */
export function ChoiceList<Item>({ label, choice, keyOf, onTake, children }: ChoiceListProps<Item>) {
  const list = useRef<HTMLDivElement>(null);
  const { items, current, listId, optionId } = choice;
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  if (items.length === 0) return null;
  return (
    <div ref={list} id={listId} role="listbox" aria-label={label} className="slash-menu scroll">
      {items.map((item, index) => (
        <div
          key={keyOf(item)}
          id={optionId(index)}
          role="option"
          aria-selected={index === current}
          tabIndex={-1}
          className="slash-option"
          // Keeps the focus in the message box.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(item)}
          onKeyDown={() => undefined}
        >
          {children(item)}
        </div>
      ))}
    </div>
  );
}
