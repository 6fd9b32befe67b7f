import { useEffect, useRef } from 'react';
import type { SlashMenuState } from './use-slash-menu.ts';

/** The commands that fit what is typed. The keyboard stays in the message box. */
export function SlashMenu({ menu }: { menu: SlashMenuState }) {
  const list = useRef<HTMLDivElement>(null);
  const { current } = menu;
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  if (menu.items.length === 0) return null;
  return (
    <div ref={list} id={menu.listId} role="listbox" aria-label="Commands" className="slash-menu scroll">
      {menu.items.map((item, index) => (
        <div
          key={item.name}
          id={menu.optionId(index)}
          role="option"
          aria-selected={index === current}
          tabIndex={-1}
          className="slash-option"
          // The message box keeps the keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => menu.take(item)}
          onKeyDown={() => undefined}
        >
          <span className="mono shrink-0">
            {item.name} <span className="c-text-3">{item.args}</span>
          </span>
          <span className="c-text-2 slash-text">{item.text}</span>
        </div>
      ))}
    </div>
  );
}
