import { type KeyboardEvent, useEffect, useRef } from 'react';
import { FindButton } from './find-button.tsx';
import { FindInput } from './find-input.tsx';

interface FindSwitch {
  label: string;
  icon: string;
  isOn: boolean;
  onSwitch: () => void;
}

interface FindBarProps {
  /** The accessible name of the bar. */
  label: string;
  queryLabel: string;
  query: string;
  onQuery: (query: string) => void;
  switches: readonly FindSwitch[];
  /** The number of matches as text; empty if there is no query. */
  count: string;
  isMissing: boolean;
  /** In the order of the text. Enter goes to the match above, because the newest text is at the bottom. */
  above: { label: string; onGo: () => void };
  below: { label: string; onGo: () => void };
  close: { label: string; onClose: () => void };
  /** A new number focuses the field. */
  serial: number;
}

/** A search in a text that grows at its end. The editor uses a CodeMirror panel that looks the same. */
export function FindBar({ queryLabel, query, onQuery, above, below, close, serial, ...props }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new serial brings the caret there
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [serial]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close.onClose();
    else if (event.key === 'Enter' && event.target === field.current) (event.shiftKey ? below : above).onGo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: this React does not know the element `search`
    <form role="search" aria-label={props.label} className="find-panel" onKeyDown={onKeyDown}>
      <div className="find-row">
        <div className="find-field">
          <FindInput field={field} label={queryLabel} value={query} onValue={onQuery} />
          {props.switches.map(({ label, icon, isOn, onSwitch }) => (
            <FindButton key={label} label={label} icon={icon} isPressed={isOn} onClick={onSwitch} />
          ))}
        </div>
        <output className="find-count" data-empty={props.isMissing}>
          {props.count}
        </output>
        <FindButton label={above.label} icon="i-lucide-arrow-up" onClick={above.onGo} />
        <FindButton label={below.label} icon="i-lucide-arrow-down" onClick={below.onGo} />
        <FindButton label={close.label} icon="i-lucide-x" onClick={close.onClose} />
      </div>
    </form>
  );
}
