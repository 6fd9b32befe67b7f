import { useEffect, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';

interface NumberFieldProps {
  label: string;
  describedBy: string;
  /** Null while the field is empty. */
  value: number | null;
  /** Shown where it is empty. */
  placeholder?: string;
  /** In a few words; null when the value is good. */
  problemOf: (value: number | null) => string | null;
  onChange: (value: number | null) => void;
}

/** A number that is kept when the field is left or Enter is pressed, and only if it is good. */
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
