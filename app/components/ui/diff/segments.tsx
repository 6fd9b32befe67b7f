import './segments.css';
import { Icon } from '../icon.tsx';

interface Segment<Id extends string> {
  id: Id;
  text: string;
  /** The accessible name, where the text alone does not say it. */
  name?: string;
  /** What choosing it does, among the commands. */
  command?: string;
  /** It is green with a check while it holds. */
  isGood?: true;
}

interface SegmentsProps<Id extends string> {
  segments: readonly Segment<Id>[];
  current: Id;
  onChange: (id: Id) => void;
}

/** A few buttons in one frame, of which one holds. */
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
