import { hunkRangeText } from './hunk-range-text.ts';
import './hunk-frame.css';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { DiffCounts } from './diff-counts.tsx';

interface HunkFrameProps {
  /** The range of lines, such as `lines 3-5`. */
  range: string;
  added: number;
  removed: number;
  children: ReactNode;
}

/** The heading of a hunk: its lines, and its actions. */
export function HunkFrame({ range, added, removed, children }: HunkFrameProps) {
  const lines = hunkRangeText(range);
  // Capitalised, in English with an en dash.
  const title = `${lines.slice(0, 1).toUpperCase()}${lines.slice(1).replace(/^(ines \d+)-/, '$1–')}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className="hunk-row" role="group" aria-label={t('Change of {range}', { range: lines })} data-hunk tabIndex={-1}>
      <span className="shrink-0">{title}</span>
      <DiffCounts added={added} removed={removed} />
      {children}
    </div>
  );
}
