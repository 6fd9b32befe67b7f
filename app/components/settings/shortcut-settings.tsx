import { SHORTCUTS } from '../shell/hooks/shortcut-list.ts';
import { Keys } from '../ui/keys.tsx';

export function ShortcutSettings() {
  return (
    <>
      <ul className="shortcut-list">
        {SHORTCUTS.map(({ keys, text }) => (
          <li key={text} className="setting-row">
            <span className="flex-1">{text}</span>
            <Keys keys={keys} />
            <span className="visually-hidden">{keys.join(' ')}</span>
          </li>
        ))}
      </ul>
      <p className="text-sm c-text-3 pt-3">On a Mac, Cmd works where Ctrl is named.</p>
    </>
  );
}
