import { type FormEvent, useId, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import type { MentionItem } from './mention-items.ts';

interface PromptDialogProps {
  item: MentionItem;
  onAttach: (values: Readonly<Record<string, string>>) => void;
  onClose: () => void;
}

/** Asks for a server prompt's arguments before it is attached. */
export function PromptDialog({ item, onAttach, onClose }: PromptDialogProps) {
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const isReady = item.fields.every(({ name, isRequired }) => !isRequired || (values.get(name) ?? '').trim() !== '');
  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (!isReady) return;
    onAttach(Object.fromEntries([...values].filter(([, value]) => value !== '')));
  }
  return (
    <DialogFrame
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('Prompt {name}', { name: visibleName(item.name) })}
      className="picker"
    >
      <form className="flex flex-col gap-12px scroll" onSubmit={submit}>
        <p className="text-sm c-text-2">{visibleName(item.text)}</p>
        {item.fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={values.get(field.name) ?? ''}
            onChange={(value) => setValues(new Map(values).set(field.name, value))}
          />
        ))}
        <div className="flex justify-end gap-8px">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="ink" disabled={!isReady}>
            {t('Attach')}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}

interface FieldProps {
  field: MentionItem['fields'][number];
  value: string;
  onChange: (value: string) => void;
}

function Field({ field: { name, description, isRequired }, value, onChange }: FieldProps) {
  const id = useId();
  const label = visibleName(name);
  return (
    <div>
      <label htmlFor={id} className="text-sm c-text-2">
        {isRequired ? label : t('{name} (optional)', { name: label })}
      </label>
      <input
        id={id}
        className="field"
        aria-describedby={description === '' ? undefined : `${id}-text`}
        required={isRequired}
        maxLength={20_000}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {description !== '' && (
        <p id={`${id}-text`} className="text-sm c-text-3 wrap-anywhere">
          {visibleName(description)}
        </p>
      )}
    </div>
  );
}
