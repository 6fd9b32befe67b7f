import { useRef } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** A header or a variable. If `value` is empty and `isKept` is true, the stored value stays. */
export interface SecretField {
  id: number;
  name: string;
  value: string;
  isKept: boolean;
}

type SecretKind = 'header' | 'variable';

interface KindTexts {
  name: (place: number) => string;
  value: (place: number) => string;
  remove: (place: number) => string;
  add: () => string;
}

/** The texts by kind. `place` is the 1-based position of a field that has no name yet. */
const TEXTS: Readonly<Record<SecretKind, KindTexts>> = {
  header: {
    name: (place) => t('Header {place}', { place }),
    value: (place) => t('Value of header {place}', { place }),
    remove: (place) => t('Remove header {place}', { place }),
    add: () => t('Add a header'),
  },
  variable: {
    name: (place) => t('Variable {place}', { place }),
    value: (place) => t('Value of variable {place}', { place }),
    remove: (place) => t('Remove variable {place}', { place }),
    add: () => t('Add a variable'),
  },
};

interface SecretFieldsProps {
  legend: string;
  kind: SecretKind;
  namePlaceholder: string;
  fields: readonly SecretField[];
  onChange: (fields: readonly SecretField[]) => void;
}

/** Fields for names and secret values. Stored values are never shown again. */
export function SecretFields({ legend, kind, namePlaceholder, fields, onChange }: SecretFieldsProps) {
  const nextId = useRef(fields.length);
  const patch = (id: number, change: Partial<SecretField>) =>
    onChange(fields.map((field) => (field.id === id ? { ...field, ...change } : field)));
  const texts = TEXTS[kind];
  return (
    <fieldset className="m-0 p-0 border-0 flex flex-col gap-6px">
      <legend className="text-sm c-text-2 pb-4px">{legend}</legend>
      {fields.map(({ id, name, value, isKept }, index) => (
        <div key={id} className="mcp-pair">
          <input
            className="field mono"
            aria-label={texts.name(index + 1)}
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
            aria-label={name === '' ? texts.value(index + 1) : t('Value of {name}', { name })}
            placeholder={isKept ? t('Kept. Type to replace it') : t('Value')}
            maxLength={20_000}
            value={value}
            onChange={(event) => patch(id, { value: event.target.value })}
          />
          <IconButton
            icon="i-lucide-x"
            iconSize={14}
            label={name === '' ? texts.remove(index + 1) : t('Remove {name}', { name })}
            tip={t('Remove')}
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
          {texts.add()}
        </Button>
      </div>
    </fieldset>
  );
}
