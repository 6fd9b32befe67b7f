import { type KeyboardEvent, useEffect, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { Icon } from './icon.tsx';

interface NumberStepperProps {
  label: string;
  value: number;
  minimum: number;
  maximum: number;
  describedBy?: string;
  /** Called only with whole numbers within the limits. */
  onChange: (value: number) => void;
}

/** A whole number that is typed, or changed by its buttons and the arrow keys. A value outside the limits is reported and not passed on. */
export function NumberStepper({ label, value, minimum, maximum, describedBy, onChange }: NumberStepperProps) {
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const typed = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  const isValid = typed >= minimum && typed <= maximum;
  function change(next: string) {
    setText(next);
    const number = /^\d+$/.test(next.trim()) ? Number(next) : Number.NaN;
    if (number >= minimum && number <= maximum) onChange(number);
  }
  function step(by: number) {
    change(String(Math.min(maximum, Math.max(minimum, (isValid ? typed : value) + by))));
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  }
  return (
    <div className="flex items-center gap-2">
      {!isValid && (
        <span className="text-sm c-red" role="alert">
          {t('{minimum} to {maximum}', { minimum, maximum })}
        </span>
      )}
      <div className="stepper" data-invalid={!isValid}>
        <button type="button" aria-label={t('Less: {label}', { label })} tabIndex={-1} disabled={value <= minimum} onClick={() => step(-1)}>
          <Icon name="i-lucide-minus" />
        </button>
        <input
          role="spinbutton"
          inputMode="numeric"
          aria-label={label}
          aria-describedby={describedBy}
          aria-valuenow={value}
          aria-valuemin={minimum}
          aria-valuemax={maximum}
          aria-invalid={!isValid}
          value={text}
          onChange={(event) => change(event.target.value)}
          onBlur={() => setText(String(value))}
          onKeyDown={onKeyDown}
        />
        <button type="button" aria-label={t('More: {label}', { label })} tabIndex={-1} disabled={value >= maximum} onClick={() => step(1)}>
          <Icon name="i-lucide-plus" />
        </button>
      </div>
    </div>
  );
}
