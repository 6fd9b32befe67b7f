import { Icon } from './icon.tsx';
import { keyName } from './text/key-name.ts';

/** Keys of a shortcut, in order. Not read out: the control's `aria-keyshortcuts` is. `isShort`: in a button, where Enter is a picture. */
export function Keys({ keys, isShort = false }: { keys: readonly string[]; isShort?: boolean }) {
  return (
    <span aria-hidden="true" className="keys">
      {keys.map((key) => (
        <kbd key={key}>{isShort && key === 'Enter' ? <Icon name="i-lucide-corner-down-left" size={12} /> : keyName(key)}</kbd>
      ))}
    </span>
  );
}
