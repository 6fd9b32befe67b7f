import { type KeyboardEvent, useState } from 'react';
import { useCommitOnLeave } from './use-commit-on-leave.ts';

/** The value of a typed text, or a description of what is allowed in its place. */
export type Typed<Value> = { ok: true; value: Value } | { ok: false; problem: string };

interface TypedValueOptions<Value> {
  value: Value;
  textOf(value: Value): string;
  read(text: string): Typed<Value>;
  onChange(value: Value): void;
  /**
   * If true, passes on every valid text while the user types; if false, only the final one: on Enter, on blur, and when the field or the
   * page is closed.
   */
  isLive: boolean;
}

/** Manages the text of a field for a value. Invalid text stays in the field, with a hint at what is allowed, and is not passed on. */
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
    /** Says what is allowed if the text is invalid; null if it is valid. */
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
