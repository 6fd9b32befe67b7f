import { Command } from 'cmdk';
import { useRef } from 'react';
import { Icon } from '../ui/icon.tsx';
import { useEarlyTyping } from '../ui/loading/use-early-typing.ts';

interface PaletteFieldProps {
  icon: string;
  placeholder: string;
  value: string;
  onValue: (value: string) => void;
  /** What fits the value is still looked for. */
  isBusy?: boolean;
}

/** Where one types what one looks for. */
export function PaletteField({ icon, placeholder, value, onValue, isBusy = false }: PaletteFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEarlyTyping(field, { put: onValue, isBusy });
  return (
    <div className="palette-query">
      <Icon name={icon} size={16} className="c-text-2" />
      <Command.Input ref={field} value={value} onValueChange={onValue} placeholder={placeholder} />
    </div>
  );
}
