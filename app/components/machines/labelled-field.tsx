import { type InputHTMLAttributes, useId } from 'react';
import { describedByProblem, FieldProblem } from '../ui/fields/field-problem.tsx';

interface LabelledFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string;
  hint?: string | undefined;
  problem: string | null;
  suggestions?: readonly string[];
  onText: (text: string) => void;
}

/** A field with its label, and below it what is wrong or else a hint. */
export function LabelledField({ label, hint, problem, suggestions = [], onText, ...rest }: LabelledFieldProps) {
  const id = useId();
  // Without the colons of React's ids, which a selector would have to escape.
  const listId = `list-${id.replaceAll(':', '')}`;
  const hasHint = hint !== undefined && problem === null;
  return (
    <div className="min-w-0">
      <label className="block pb-4px c-text-2" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="field"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        {...(suggestions.length === 0 ? {} : { list: listId })}
        {...rest}
        {...describedByProblem(`${id}-problem`, problem, hasHint ? `${id}-hint` : undefined)}
        onChange={({ target }) => onText(target.value)}
      />
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {hasHint && (
        <p id={`${id}-hint`} className="text-sm c-text-3 pt-4px wrap-anywhere">
          {hint}
        </p>
      )}
      <FieldProblem id={`${id}-problem`} problem={problem} />
    </div>
  );
}
