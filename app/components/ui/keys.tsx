import { Icon } from './icon.tsx';
import { keyName } from './text/key-name.ts';

/** Keys of a shortcut, in order. Not read out: the control's `aria-keyshortcuts` is. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span aria-hidden="true" className="keys">
      {keys.map((key) => (
        <kbd key={key}>{key === '↵' ? <Icon name="i-lucide-corner-down-left" size={12} /> : keyName(key)}</kbd>
      ))}
    </span>
  );
}
