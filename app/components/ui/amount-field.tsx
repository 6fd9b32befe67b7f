import { useEffect, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';

interface AmountFieldProps {
  label: string;
  unit: string;
  /** `null` if the field is empty. */
  value: number | null;
  /** Allows only whole numbers. */
  isWhole: boolean;
  describedBy?: string;
  /** Allows zero, for example as a price. */
  allowsZero?: boolean;
  /** The value that applies if the field is empty; absent if there is none. */
  placeholder?: string;
  /** Called with valid values, and with null when the field is cleared. */
  onChange: (value: number | null) => void;
}

const LARGEST = 1_000_000_000;

function parse(text: string, { isWhole, allowsZero = false }: Pick<AmountFieldProps, 'isWhole' | 'allowsZero'>): number | null {
  const plain = text.trim().replace(',', '.');
  if (!(isWhole ? /^\d+$/ : /^(?:\d+\.?\d*|\.\d+)$/).test(plain)) return null;
  const number = Number(plain);
  return number <= LARGEST && (number > 0 || allowsZero) ? number : null;
}

/** An optional amount. An invalid amount is reported and not passed on. */
export function AmountField({
  label,
  unit,
  value,
  isWhole,
  describedBy,
  allowsZero = false,
  placeholder = t('none'),
  onChange,
}: AmountFieldProps) {
  const shown = value === null ? '' : String(value);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const isValid = text.trim() === '' || parse(text, { isWhole, allowsZero }) !== null;
  function change(next: string) {
    setText(next);
    const amount = parse(next, { isWhole, allowsZero });
    if (amount !== null && amount !== value) onChange(amount);
    if (next.trim() === '' && value !== null) onChange(null);
  }
  return (
    <span className="amount">
      {!isValid && (
        <span className="text-sm c-red" role="alert">
          {isWhole ? t('A whole number') : t('A number')}
        </span>
      )}
      <input
        className="field amount-field tabular"
        inputMode={isWhole ? 'numeric' : 'decimal'}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={!isValid}
        placeholder={placeholder}
        value={text}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setText(shown)}
      />
      <span className="text-sm c-text-3">{unit}</span>
    </span>
  );
}
