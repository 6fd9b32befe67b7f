import { type FormEvent, useId, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { SavedPrompt } from '../../../lib/protocol/prompts/saved-prompt.ts';
import { Button } from '../../ui/button.tsx';

interface PromptEditorProps {
  /** `null` for a new prompt. */
  prompt: SavedPrompt | null;
  /** The names of the other prompts. */
  taken: readonly string[];
  onSave: (prompt: SavedPrompt) => void;
  onCancel: () => void;
}

export function PromptEditor({ prompt, taken, onSave, onCancel }: PromptEditorProps) {
  const id = useId();
  const [name, setName] = useState(prompt?.name ?? '');
  const [text, setText] = useState(prompt?.text ?? '');
  const isTaken = taken.includes(name.trim());
  const isReady = name.trim() !== '' && text.trim() !== '' && !isTaken;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady) onSave({ name: name.trim(), text });
  }
  return (
    <form className="flex flex-col gap-12px" onSubmit={submit}>
      <div>
        <label htmlFor={`${id}-name`} className="text-sm c-text-2">
          {t('Name')}
        </label>
        <input
          id={`${id}-name`}
          className="field"
          maxLength={80}
          value={name}
          aria-invalid={isTaken}
          aria-describedby={isTaken ? `${id}-taken` : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        {isTaken && (
          <p id={`${id}-taken`} role="alert" className="text-sm c-red">
            {t('Another prompt has that name.')}
          </p>
        )}
      </div>
      <div>
        <label htmlFor={`${id}-text`} className="text-sm c-text-2">
          {t('Text')}
        </label>
        <textarea
          id={`${id}-text`}
          className="field"
          rows={10}
          maxLength={20_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className="flex justify-end gap-8px">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button type="submit" variant="ink" disabled={!isReady}>
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}
