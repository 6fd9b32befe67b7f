import { Icon } from './icon.tsx';
import { keyName } from './text/key-name.ts';

/**
 * Keys of a shortcut, in order. Hidden from screen readers, for which the control has `aria-keyshortcuts`. `isShort`: in a button, where
 * Enter is an icon.
 */
export function Keys({ keys, isShort = false }: { keys: readonly string[]; isShort?: boolean }) {
  return (
    <span aria-hidden="true" className="keys">
      {keys.map((key) => (
        <kbd key={key}>{isShort && key === 'Enter' ? <Icon name="i-lucide-corner-down-left" size={12} /> : keyName(key)}</kbd>
      ))}
    </span>
  );
}
