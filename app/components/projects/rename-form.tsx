import { useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../ui/button.tsx';

interface RenameFormProps {
  name: string;
  /** The field's accessible name. */
  label: string;
  onRename: (name: string) => void;
  onClose: () => void;
}

/** Edits a name in place: Enter saves it, Escape cancels. */
export function RenameForm({ name, label, onRename, onClose }: RenameFormProps) {
  const [text, setText] = useState(name);
  return (
    <form
      className="flex items-center gap-4px py-4px"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && text.trim() !== name) onRename(text.trim());
        onClose();
      }}
    >
      <input
        className="field"
        aria-label={label}
        value={text}
        maxLength={100}
        // The user has requested this field.
        // biome-ignore lint/a11y/noAutofocus: it takes the place of what was pressed
        autoFocus
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The surrounding dialog stays open.
          event.stopPropagation();
          event.preventDefault();
          onClose();
        }}
      />
      <Button type="submit" size={24}>
        {t('Rename')}
      </Button>
      <Button variant="ghost" size={24} onClick={onClose}>
        {t('Cancel')}
      </Button>
    </form>
  );
}
