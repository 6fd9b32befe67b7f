import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { EditableArgument } from './waiting-call.ts';

interface EditFormProps {
  argument: EditableArgument;
  onSubmit: (text: string) => void;
  onCancel: () => void;
}

const LABELS = { command: 'Command', content: 'Content' } as const;

/** The command or the content as a field: what is approved is what is in it. */
export function EditForm({ argument, onSubmit, onCancel }: EditFormProps) {
  const [text, setText] = useState(argument.text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (argument.name === 'command' && text.trim() === '') return;
    onSubmit(text);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    }
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={submit} onKeyDown={onKeyDown}>
      <textarea
        ref={field}
        className="field mono edit-field scroll"
        aria-label={LABELS[argument.name]}
        rows={argument.name === 'command' ? 2 : 10}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="card-actions">
        <Button type="submit" variant="primary" disabled={argument.name === 'command' && text.trim() === ''}>
          Approve this version
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
