import { Segments } from '../ui/diff/segments.tsx';
import type { HunkChoice } from './use-hunk-choice.ts';

interface TakeOrSkipProps {
  hunk: number;
  /** Which lines it is. */
  range: string;
  choice: HunkChoice;
}

/** Whether this hunk is a part of what is approved. */
export function TakeOrSkip({ hunk, range, choice }: TakeOrSkipProps) {
  const which = `hunk ${hunk + 1}, ${range}`;
  return (
    <Segments
      segments={[
        { id: 'take', text: 'Take', name: `Take ${which}`, isGood: true },
        { id: 'skip', text: 'Skip', name: `Skip ${which}` },
      ]}
      current={choice.refused.has(hunk) ? 'skip' : 'take'}
      onChange={() => choice.toggle(hunk)}
    />
  );
}
