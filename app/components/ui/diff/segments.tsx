import './segments.css';
import { Icon } from '../icon.tsx';

interface Segment<Id extends string> {
  id: Id;
  text: string;
  /** The accessible name, if the text is not sufficient. */
  name?: string;
  /** The id of the command that does the same. */
  command?: string;
  /** Green with a check mark while it is chosen. */
  isGood?: true;
}

interface SegmentsProps<Id extends string> {
  segments: readonly Segment<Id>[];
  current: Id;
  onChange: (id: Id) => void;
}

/** Buttons in one frame, of which one is chosen. */
export function Segments<Id extends string>({ segments, current, onChange }: SegmentsProps<Id>) {
  return (
    <span className="segments">
      {segments.map(({ id, text, name, command, isGood }) => (
        <button
          key={id}
          type="button"
          className="segment"
          aria-label={name}
          aria-pressed={id === current}
          data-good={isGood}
          data-command={command}
          onClick={() => id !== current && onChange(id)}
        >
          {id === current && isGood && <Icon name="i-lucide-check" size={12} />}
          {text}
        </button>
      ))}
    </span>
  );
}
