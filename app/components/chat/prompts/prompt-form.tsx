import { type FormEvent, useId, useState } from 'react';
import { promptVariables } from '../../../lib/chat/prompts/prompt-template.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx';
import type { AskedPrompt } from './use-prompts.ts';

interface PromptFormProps {
  asked: AskedPrompt;
  onFill: (values: ReadonlyMap<string, string>) => void;
  onClose: () => void;
}

/** Asks for a prompt's variables before its text is put into the message box. */
export function PromptForm({ asked, onFill, onClose }: PromptFormProps) {
  const id = useId();
  const [values, setValues] = useState(() => new Map(promptVariables(asked.text).map(({ name, preset }) => [name, preset])));
  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    onFill(values);
  }
  return (
    <DialogFrame
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('Prompt {name}', { name: asked.title })}
      className="picker"
    >
      <form className="flex flex-col gap-12px scroll" onSubmit={submit}>
        {[...values].map(([name, value]) => (
          <div key={name}>
            <label htmlFor={`${id}-${name}`} className="text-sm c-text-2">
              {name}
            </label>
            <input
              id={`${id}-${name}`}
              className="field"
              maxLength={20_000}
              value={value}
              onChange={(event) => setValues(new Map(values).set(name, event.target.value))}
            />
          </div>
        ))}
        <div className="flex justify-end gap-8px">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="ink">
            {t('Put it into the message')}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
