import { type FormEvent, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';

interface NameFieldProps {
  sequence: number;
  /** The field's label: the thing that is named. */
  label: string;
  name: string | null;
  onDone: () => void;
  onNamed: () => void;
}

/** The user's own name of a checkpoint or step: Enter saves it, an empty name removes it, Escape cancels. */
export function NameField({ sequence, label, name, onDone, onNamed }: NameFieldProps) {
  const actions = useActions('checkpoints');
  const [text, setText] = useState(name ?? '');
  async function keep(event: FormEvent) {
    event.preventDefault();
    onDone();
    await actions.nameCheckpoint(sequence, text);
    onNamed();
  }
  return (
    <form onSubmit={keep} className="flex items-center gap-4px py-4px">
      <input
        className="field flex-1 min-w-0"
        aria-label={label}
        placeholder={t('A name to find it by')}
        maxLength={120}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the user has just asked for it
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <Button size={20} type="submit">
        {t('Save')}
      </Button>
    </form>
  );
}
