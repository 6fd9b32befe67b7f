import { useEffect, useState } from 'react';

interface TextFieldProps {
  label: string;
  describedBy: string;
  value: string;
  longest: number;
  onChange: (value: string) => void;
}

/** A text field that commits on blur or Enter. */
export function TextField({ label, describedBy, value, longest, onChange }: TextFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const keep = () => text.trim() !== value && onChange(text.trim());
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
