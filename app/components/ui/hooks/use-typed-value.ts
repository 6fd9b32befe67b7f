import { type KeyboardEvent, useState } from 'react';
import { useCommitOnLeave } from './use-commit-on-leave.ts';

/** The value of a typed text, or a description of what is allowed in its place. */
export type Typed<Value> = { ok: true; value: Value } | { ok: false; problem: string };

interface TypedValueOptions<Value> {
  value: Value;
  textOf(value: Value): string;
  read(text: string): Typed<Value>;
  onChange(value: Value): void;
  /** Passes each valid text on as it is typed; otherwise what is there at the end: on Enter, on blur, and when the field or the page goes. */
  isLive: boolean;
}

/**
 * The text of a field for a value. What is no value stays in the field, with what is allowed, and is not passed on.
 */
export function useTypedValue<Value>({ value, textOf, read, onChange, isLive }: TypedValueOptions<Value>) {
  const [typedText, setTypedText] = useState<string | null>(null);
  const typed = typedText === null ? null : read(typedText);
  // A value that was set elsewhere takes the place of what was typed.
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (!(isLive && typed?.ok === true && typed.value === value)) setTypedText(null);
  }
  function pass(next: Value) {
    if (next !== value) onChange(next);
  }
  function commit() {
    if (typed?.ok !== true) return;
    setTypedText(null);
    pass(typed.value);
  }
  useCommitOnLeave(commit);
  return {
    text: typedText ?? textOf(value),
    /** Says what is allowed if the text is no value; null if it is one. */
    problem: typed?.ok === false ? typed.problem : null,
    type(text: string) {
      setTypedText(text);
      const next = read(text);
      if (isLive && next.ok) pass(next.value);
    },
    /** Sets a value that was not typed. */
    set(next: Value) {
      setTypedText(null);
      pass(next);
    },
    field: {
      onBlur: commit,
      onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && commit(),
    },
  };
}
