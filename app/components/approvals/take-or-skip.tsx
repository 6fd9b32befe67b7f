import '../ui/segments.css';
import { Icon } from '../ui/icon.tsx';
import type { HunkChoice } from './use-hunk-choice.ts';

interface TakeOrSkipProps {
  hunk: number;
  /** Which lines it is. */
  range: string;
  choice: HunkChoice;
}

/** Whether this hunk is a part of what is approved. */
export function TakeOrSkip({ hunk, range, choice }: TakeOrSkipProps) {
  const isTaken = !choice.refused.has(hunk);
  const button = (name: string, isCurrent: boolean) => (
    <button
      type="button"
      className="segment"
      aria-label={`${name} hunk ${hunk + 1}, ${range}`}
      aria-pressed={isCurrent}
      data-tone={name === 'Take' ? 'green' : undefined}
      onClick={() => !isCurrent && choice.toggle(hunk)}
    >
      {isCurrent && name === 'Take' && <Icon name="i-lucide-check" size={12} />}
      {name}
    </button>
  );
  return (
    <span className="segments">
      {button('Take', isTaken)}
      {button('Skip', !isTaken)}
    </span>
  );
}
