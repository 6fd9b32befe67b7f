import { type KeyboardEvent, useId } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { type Typed, useTypedValue } from '../hooks/use-typed-value.ts';
import { Icon } from '../icon.tsx';
import { rangeText } from '../text/range-text.ts';
import { describedByProblem, FieldProblem } from './field-problem.tsx';

interface NumberStepperProps {
  label: string;
  value: number;
  minimum: number;
  maximum: number;
  describedBy?: string;
  /** Passes each valid number on as it is typed, for a button beside the field. */
  isLive?: boolean;
  /** Called only with whole numbers within the limits. */
  onChange: (value: number) => void;
}

/** A whole number that is typed, or changed by its buttons and the arrow keys. What is no such number stays, is reported and not passed on. */
export function NumberStepper({ label, value, minimum, maximum, describedBy, isLive = false, onChange }: NumberStepperProps) {
  const problemId = useId();
  function read(typed: string): Typed<number> {
    const number = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
    if (number >= minimum && number <= maximum) return { ok: true, value: number };
    return { ok: false, problem: rangeText({ least: minimum, most: maximum, isWhole: true }) };
  }
  const { text, problem, type, set, field } = useTypedValue({ value, textOf: String, read, onChange, isLive });
  const typed = read(text);
  const current = typed.ok ? typed.value : value;
  function step(by: number) {
    set(Math.min(maximum, Math.max(minimum, current + by)));
  }
  function onKeyDown(event: KeyboardEvent) {
    field.onKeyDown(event);
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  }
  return (
    <div className="field-stack">
      <div className="stepper" data-invalid={problem !== null}>
        <button
          type="button"
          aria-label={t('Less: {label}', { label })}
          tabIndex={-1}
          disabled={current <= minimum}
          onClick={() => step(-1)}
        >
          <Icon name="i-lucide-minus" />
        </button>
        <input
          role="spinbutton"
          inputMode="numeric"
          aria-label={label}
          {...describedByProblem(problemId, problem, describedBy)}
          aria-valuenow={value}
          aria-valuemin={minimum}
          aria-valuemax={maximum}
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={field.onBlur}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          aria-label={t('More: {label}', { label })}
          tabIndex={-1}
          disabled={current >= maximum}
          onClick={() => step(1)}
        >
          <Icon name="i-lucide-plus" />
        </button>
      </div>
      <FieldProblem id={problemId} problem={problem} />
    </div>
  );
}
