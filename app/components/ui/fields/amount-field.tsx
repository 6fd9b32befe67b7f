import { useId } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { type Typed, useTypedValue } from '../hooks/use-typed-value.ts';
import { rangeText } from '../text/range-text.ts';
import { describedByProblem, FieldProblem } from './field-problem.tsx';

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
  /** Passes each valid amount on as it is typed, for a button beside the field. */
  isLive?: boolean;
  /** Called with valid values, and with null when the field is cleared. */
  onChange: (value: number | null) => void;
}

const LARGEST = 1_000_000_000;

type Limits = Pick<AmountFieldProps, 'isWhole' | 'allowsZero' | 'unit'>;

function read(text: string, { isWhole, allowsZero = false, unit }: Limits): Typed<number | null> {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return { ok: true, value: null };
  const number = (isWhole ? /^\d+$/ : /^(?:\d+\.?\d*|\.\d+)$/).test(plain) ? Number(plain) : Number.NaN;
  if (number <= LARGEST && (number > 0 || (number === 0 && allowsZero))) return { ok: true, value: number };
  const least = isWhole && !allowsZero ? 1 : 0;
  return { ok: false, problem: rangeText({ least, most: LARGEST, isMore: !isWhole && !allowsZero, isWhole, unit }) };
}

/** An optional amount. What is no amount stays in the field, is reported and not passed on. */
export function AmountField(props: AmountFieldProps) {
  const { label, unit, value, isWhole, describedBy, placeholder = t('none'), isLive = false, onChange } = props;
  const problemId = useId();
  const textOf = (amount: number | null) => (amount === null ? '' : String(amount));
  const { text, problem, type, field } = useTypedValue({ value, textOf, read: (typed) => read(typed, props), onChange, isLive });
  return (
    <span className="field-stack">
      <span className="amount">
        <input
          className="field amount-field tabular"
          inputMode={isWhole ? 'numeric' : 'decimal'}
          aria-label={label}
          {...describedByProblem(problemId, problem, describedBy)}
          placeholder={placeholder}
          value={text}
          onChange={(event) => type(event.target.value)}
          {...field}
        />
        <span className="text-sm c-text-3">{unit}</span>
      </span>
      <FieldProblem id={problemId} problem={problem} />
    </span>
  );
}
