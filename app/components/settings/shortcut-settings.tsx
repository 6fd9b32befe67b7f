import { useState } from 'react';
import { SHORTCUTS, type Shortcut } from '../shell/hooks/shortcut-list.ts';
import { Keys } from '../ui/keys.tsx';
import { SHORTCUT_SETTINGS_TEXT as TEXT } from './shortcut-settings-text.ts';

/** By words and by keys: `ctrl shift`, `chat`. */
function fits({ keys, text }: Shortcut, query: string): boolean {
  const words = query.toLowerCase().split(/[\s+]+/);
  const all = `${text()} ${keys.join(' ')}`.toLowerCase();
  return words.every((word) => all.includes(word));
}

/** Every shortcut of the page, found by what it does or by its keys. */
export function ShortcutSettings() {
  const [query, setQuery] = useState('');
  const found = SHORTCUTS.filter((shortcut) => fits(shortcut, query));
  return (
    <>
      <input
        type="search"
        className="field w-full"
        aria-label={TEXT.search}
        placeholder={TEXT.placeholder}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <ul className="shortcut-list">
        {found.map(({ keys, text }) => (
          <li key={text()} className="setting-row">
            <span className="flex-1">{text()}</span>
            <Keys keys={keys} />
            <span className="visually-hidden">{keys.join(' ')}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm c-text-3 pt-3">
        {found.length === 0 ? TEXT.nothing(query) : TEXT.mac}
      </p>
    </>
  );
}
