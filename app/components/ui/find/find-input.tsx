import './find-panel.css';
import type { Ref } from 'react';

interface FindInputProps {
  label: string;
  placeholder?: string;
  value: string;
  onValue: (value: string) => void;
  field?: Ref<HTMLInputElement>;
}

/** A search field without correction and completion. */
export function FindInput({ label, placeholder = label, value, onValue, field }: FindInputProps) {
  return (
    <input
      ref={field}
      className="find-input"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}
