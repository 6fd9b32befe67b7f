import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

interface NameFieldProps {
  label: string;
  /** The folder that will contain it; '' is the project's root. */
  prefix: string;
  initial: string;
  /** Called with the name, or with null if it was cancelled. Resolves to false if the name was refused. */
  onDone: (name: string | null) => Promise<boolean>;
}

/**
 * A field for a name, in place: Enter confirms, Escape and leaving the field cancel. A name that was refused stays to be corrected, until it
 * is given up by Escape or emptied.
 */
export function NameField({ label, prefix, initial, onDone }: NameFieldProps) {
  const [name, setName] = useState(initial);
  const [isRefused, setIsRefused] = useState(false);
  const isAsking = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    const dot = initial.lastIndexOf('.');
    field.current?.setSelectionRange(0, dot > 0 ? dot : initial.length);
  }, [initial]);
  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.key === 'Enter') void give();
    if (event.key === 'Escape') void onDone(null);
  }
  async function give() {
    if (isAsking.current) return;
    isAsking.current = true;
    const isTaken = await onDone(name);
    isAsking.current = false;
    if (isTaken) return;
    setIsRefused(true);
    field.current?.focus();
  }
  function onBlur() {
    if (!isAsking.current && !(isRefused && name.trim() !== '')) void onDone(null);
  }
  return (
    <div className="name-field" data-invalid={isRefused}>
      {prefix !== '' && <span className="c-text-3">{prefix}/</span>}
      <input
        ref={field}
        aria-label={label}
        value={name}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={isRefused}
        onChange={(event) => {
          setName(event.target.value);
          setIsRefused(false);
        }}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
    </div>
  );
}
