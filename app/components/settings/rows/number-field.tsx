import { useEffect, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';

interface NumberFieldProps {
  label: string;
  describedBy: string;
  /** `null` while the field is empty. */
  value: number | null;
  /** Shown while the field is empty. */
  placeholder?: string;
  /** Returns a short description of the problem; null if the value is valid. */
  problemOf: (value: number | null) => string | null;
  onChange: (value: number | null) => void;
}

/** A number field that commits on blur or Enter, and only if the value is valid. */
export function NumberField({ label, describedBy, value, placeholder, problemOf, onChange }: NumberFieldProps) {
  const shown = value === null ? '' : String(value);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const typed = text.trim() === '' ? null : Number(text.trim().replace(',', '.'));
  const problem = Number.isNaN(typed) ? t('A number') : problemOf(typed);
  function keep() {
    if (problem === null && typed !== value) onChange(typed);
    if (problem !== null) setText(shown);
  }
  return (
    <div className="flex items-center gap-2">
      {problem !== null && (
        <span className="text-sm c-red" role="alert">
          {problem}
        </span>
      )}
      <input
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={problem !== null}
        inputMode="decimal"
        className="field number-field"
        value={text}
        placeholder={placeholder}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Enter' && keep()}
      />
    </div>
  );
}
