import { Command } from 'cmdk';
import { useRef } from 'react';
import { Icon } from '../ui/icon.tsx';
import { useEarlyTyping } from '../ui/loading/use-early-typing.ts';

interface PaletteFieldProps {
  icon: string;
  placeholder: string;
  value: string;
  onValue: (value: string) => void;
  /** What fits the value is still looked for. Absent: the list finds it by itself, and chooses the first. */
  isBusy?: boolean;
}

/** Where one types what one looks for. */
export function PaletteField({ icon, placeholder, value, onValue, isBusy }: PaletteFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const settles = isBusy === undefined ? { hasChosen: () => hasChosenFirst(field.current) } : { isBusy };
  const waitForList = useEarlyTyping(field, { value, put: onValue, ...settles });
  return (
    <div className="palette-query">
      <Icon name={icon} size={16} className="c-text-2" />
      <Command.Input ref={field} value={value} onValueChange={onValue} placeholder={placeholder} onKeyDown={waitForList} />
    </div>
  );
}

/** What is chosen from is drawn after what is typed, in steps: the list is not there before its first is the chosen one. */
function hasChosenFirst(field: HTMLElement | null): boolean {
  const first = field?.closest('[cmdk-root]')?.querySelector('[cmdk-item]:not([aria-disabled=true])');
  return first?.getAttribute('aria-selected') === 'true';
}
