import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** A header or a variable. `value` empty and `isKept`: the value that is kept stays. */
export interface SecretField {
  id: number;
  name: string;
  value: string;
  isKept: boolean;
}

interface SecretFieldsProps {
  legend: string;
  /** Of one: `Header`, `Variable`. */
  kind: string;
  namePlaceholder: string;
  fields: readonly SecretField[];
  onChange: (fields: readonly SecretField[]) => void;
}

/** Names with values that are never shown again. */
export function SecretFields({ legend, kind, namePlaceholder, fields, onChange }: SecretFieldsProps) {
  const nextId = useRef(fields.length);
  const patch = (id: number, change: Partial<SecretField>) =>
    onChange(fields.map((field) => (field.id === id ? { ...field, ...change } : field)));
  const lower = kind.toLowerCase();
  return (
    <fieldset className="m-0 p-0 border-0 flex flex-col gap-6px">
      <legend className="text-sm c-text-2 pb-4px">{legend}</legend>
      {fields.map(({ id, name, value, isKept }, index) => (
        <div key={id} className="mcp-pair">
          <input
            className="field mono"
            aria-label={`${kind} ${index + 1}`}
            placeholder={namePlaceholder}
            maxLength={100}
            spellCheck={false}
            value={name}
            onChange={(event) => patch(id, { name: event.target.value, isKept: false })}
          />
          <input
            className="field mono"
            type="password"
            autoComplete="off"
            aria-label={`Value of ${name === '' ? `${lower} ${index + 1}` : name}`}
            placeholder={isKept ? 'Kept. Type to replace it' : 'Value'}
            maxLength={20_000}
            value={value}
            onChange={(event) => patch(id, { value: event.target.value })}
          />
          <IconButton
            icon="i-lucide-x"
            iconSize={14}
            label={`Remove ${name === '' ? `${lower} ${index + 1}` : name}`}
            tip="Remove"
            onClick={() => onChange(fields.filter((field) => field.id !== id))}
          />
        </div>
      ))}
      <div>
        <Button
          size={24}
          icon="i-lucide-plus"
          onClick={() => {
            nextId.current += 1;
            onChange([...fields, { id: nextId.current, name: '', value: '', isKept: false }]);
          }}
        >
          Add a {lower}
        </Button>
      </div>
    </fieldset>
  );
}
