import { useEffect, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';

interface AmountFieldProps {
  label: string;
  unit: string;
  /** null: nothing given. */
  value: number | null;
  /** Only whole numbers. */
  isWhole: boolean;
  describedBy?: string;
  /** Zero is a value as well, of a price for one. */
  allowsZero?: boolean;
  /** What counts where nothing is given; absent: none. */
  placeholder?: string;
  /** Called with good values, and with null when the field is emptied. */
  onChange: (value: number | null) => void;
}

const LARGEST = 1_000_000_000;

function parse(text: string, { isWhole, allowsZero = false }: Pick<AmountFieldProps, 'isWhole' | 'allowsZero'>): number | null {
  const plain = text.trim().replace(',', '.');
  if (!(isWhole ? /^\d+$/ : /^(?:\d+\.?\d*|\.\d+)$/).test(plain)) return null;
  const number = Number(plain);
  return number <= LARGEST && (number > 0 || allowsZero) ? number : null;
}

/** An amount that may be left out. What is no amount is said, not kept. */
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
