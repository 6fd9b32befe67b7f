import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

interface NameFieldProps {
  label: string;
  /** The folder that will contain it; '' is the project's root. */
  prefix: string;
  initial: string;
  /** Called with the name, or with null if it was cancelled. */
  onDone: (name: string | null) => void;
}

/** A field for a name, in place: Enter confirms, Escape and leaving the field cancel. */
export function NameField({ label, prefix, initial, onDone }: NameFieldProps) {
  const [name, setName] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    const dot = initial.lastIndexOf('.');
    field.current?.setSelectionRange(0, dot > 0 ? dot : initial.length);
  }, [initial]);
  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.key === 'Enter') onDone(name);
    if (event.key === 'Escape') onDone(null);
  }
  return (
    <div className="name-field">
      {prefix !== '' && <span className="c-text-3">{prefix}/</span>}
      <input
        ref={field}
        aria-label={label}
        value={name}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => onDone(null)}
      />
    </div>
  );
}
