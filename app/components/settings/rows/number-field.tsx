import { useId } from 'react';
import { describedByProblem, FieldProblem } from '../../ui/fields/field-problem.tsx';
import { type Typed, useTypedValue } from '../../ui/hooks/use-typed-value.ts';
import { rangeText } from '../../ui/text/range-text.ts';

interface NumberFieldProps {
  label: string;
  describedBy: string;
  /** `null` while the field is empty. */
  value: number | null;
  /** Shown while the field is empty; if absent, it may not be. */
  placeholder?: string;
  least: number;
  most: number;
  isWhole?: boolean;
  unit?: string;
  onChange: (value: number | null) => void;
}

/** A number field that commits on blur or Enter. What is not allowed stays in it, is reported and not passed on. */
export function NumberField({
  label,
  describedBy,
  value,
  placeholder,
  least,
  most,
  isWhole = false,
  unit = '',
  onChange,
}: NumberFieldProps) {
  const problemId = useId();
  const textOf = (number: number | null) => (number === null ? '' : String(number));
  function read(typed: string): Typed<number | null> {
    const plain = typed.trim().replace(',', '.');
    if (plain === '' && placeholder !== undefined) return { ok: true, value: null };
    const number = plain === '' ? Number.NaN : Number(plain);
    if (number >= least && number <= most && (!isWhole || Number.isInteger(number))) return { ok: true, value: number };
    return { ok: false, problem: rangeText({ least, most, isWhole, unit }) };
  }
  const { text, problem, type, field } = useTypedValue({ value, textOf, read, onChange, isLive: false });
  return (
    <div className="field-stack">
      <input
        aria-label={label}
        {...describedByProblem(problemId, problem, describedBy)}
        inputMode="decimal"
        className="field number-field"
        value={text}
        placeholder={placeholder}
        onChange={(event) => type(event.target.value)}
        {...field}
      />
      <FieldProblem id={problemId} problem={problem} />
    </div>
  );
}
