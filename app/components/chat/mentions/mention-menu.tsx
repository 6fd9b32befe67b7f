import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import { ATTACHMENT_ICONS } from './attachment-text.ts';
import type { MentionMenuState } from './use-mention-menu.ts';

/** Files, resources and prompts that fit what is typed after `@`. The keyboard stays in the message box. */
export function MentionMenu({ menu }: { menu: MentionMenuState }) {
  const list = useRef<HTMLDivElement>(null);
  const { current } = menu;
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  if (menu.items.length === 0) return null;
  return (
    <div ref={list} id={menu.listId} role="listbox" aria-label="Files, resources and prompts" className="slash-menu scroll">
      {menu.items.map((item, index) => (
        <div
          key={item.key}
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
          <span className="flex items-center gap-6px min-w-0 max-w-full">
            <Icon name={ATTACHMENT_ICONS[item.source.kind]} className="c-text-3 shrink-0" />
            <span className="mono truncate">{visibleName(item.name)}</span>
          </span>
          <span className="c-text-2 slash-text">{visibleName(item.text)}</span>
        </div>
      ))}
    </div>
  );
}
