import { t } from '../../lib/i18n/t.ts';
import { hunkRangeText } from '../ui/diff/hunk-range-text.ts';
import { Segments } from '../ui/diff/segments.tsx';
import type { HunkChoice } from './use-hunk-choice.ts';

interface TakeOrSkipProps {
  hunk: number;
  /** The range of its lines. */
  range: string;
  choice: HunkChoice;
}

/** Chooses whether this hunk is approved. */
export function TakeOrSkip({ hunk, range, choice }: TakeOrSkipProps) {
  const which = { number: hunk + 1, range: hunkRangeText(range) };
  return (
    <Segments
      segments={[
        { id: 'take', text: t('Take'), name: t('Take hunk {number}, {range}', which), isGood: true },
        { id: 'skip', text: t('Skip'), name: t('Skip hunk {number}, {range}', which) },
      ]}
      current={choice.refused.has(hunk) ? 'skip' : 'take'}
      onChange={() => choice.toggle(hunk)}
    />
  );
}
