import { useEffect, useState } from 'react';
import { useCommitOnLeave } from '../../ui/hooks/use-commit-on-leave.ts';

interface TextFieldProps {
  label: string;
  describedBy: string;
  value: string;
  longest: number;
  onChange: (value: string) => void;
}

/** A text field that commits on blur or Enter, and when it or the page goes. */
export function TextField({ label, describedBy, value, longest, onChange }: TextFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const keep = () => text.trim() !== value && onChange(text.trim());
  useCommitOnLeave(keep);
  return (
    <input
      aria-label={label}
      aria-describedby={describedBy}
      className="field setting-select"
      maxLength={longest}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  );
}
