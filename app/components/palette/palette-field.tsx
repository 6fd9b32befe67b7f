import { Command } from 'cmdk';
import { useRef } from 'react';
import { Icon } from '../ui/icon.tsx';
import { useEarlyTyping } from '../ui/loading/use-early-typing.ts';

interface PaletteFieldProps {
  icon: string;
  placeholder: string;
  value: string;
  onValue: (value: string) => void;
  /** Whether the matches for the value are still being computed. Absent if the list filters by itself and highlights the first. */
  isBusy?: boolean;
}

/** The search field of a palette. */
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

/** Whether the list has highlighted its first item: it renders its items in steps after the user types. */
function hasChosenFirst(field: HTMLElement | null): boolean {
  const first = field?.closest('[cmdk-root]')?.querySelector('[cmdk-item]:not([aria-disabled=true])');
  return first?.getAttribute('aria-selected') === 'true';
}
