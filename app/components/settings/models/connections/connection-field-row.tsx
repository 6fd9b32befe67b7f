import { useId, useRef } from 'react';
import { t } from '../../../../lib/i18n/t.ts';
import type { ProviderInfo } from '../../../../lib/protocol/models/connections.ts';
import { fieldText } from './field-text.ts';
import { SecretInput } from './secret-input.tsx';

interface ConnectionFieldRowProps {
  field: ProviderInfo['fields'][number];
  keyPage: string | undefined;
  value: string;
  isKept: boolean;
  problem: string | null;
  onEdit: () => void;
}

/** One field of a provider. */
export function ConnectionFieldRow({ field, keyPage, value, isKept, problem, onEdit }: ConnectionFieldRowProps) {
  const id = useId();
  const label = fieldText(field.label);
  const input = useRef<HTMLInputElement>(null);
  const name = `field-${field.name}`;
  const shared = { id, name, 'aria-describedby': `${id}-hint`, 'aria-invalid': problem !== null, onChange: onEdit };
  return (
    <div>
      <label htmlFor={id} className="text-sm c-text-2">
        {label}
      </label>
      {field.isSecret && (
        <SecretInput
          id={id}
          name={name}
          label={label}
          describedBy={`${id}-hint`}
          isKept={isKept}
          isInvalid={problem !== null}
          field={input}
          onEdit={onEdit}
        />
      )}
      {!field.isSecret && field.choices !== undefined && (
        <select {...shared} className="field" defaultValue={value}>
          <option value="">{t('Automatic')}</option>
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      )}
      {!field.isSecret && field.choices === undefined && (
        <input {...shared} className="field mono" defaultValue={value} autoComplete="off" spellCheck={false} maxLength={3_000} />
      )}
      <p id={`${id}-hint`} className="text-sm c-text-3 wrap-anywhere">
        {field.hint !== undefined && fieldText(field.hint)}{' '}
        {field.isSecret && keyPage !== undefined && (
          <a className="underline" href={keyPage} target="_blank" rel="noreferrer noopener">
            {t('Get a key')}
          </a>
        )}
      </p>
      {problem !== null && <FieldProblem why={problem} />}
    </div>
  );
}

export function FieldProblem({ why }: { why: string }) {
  return (
    <p role="alert" className="text-sm c-red wrap-anywhere">
      {why}
    </p>
  );
}
