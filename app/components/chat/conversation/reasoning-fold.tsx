import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { Icon } from '../../ui/icon.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { duration } from '../../ui/text/duration.ts';

/** The model's reasoning, folded to one line that the user can open. */
export function ReasoningFold({ text, isLive, thoughtMs }: { text: string; isLive: boolean; thoughtMs: number | null }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="reasoning">
      <button type="button" className="step-row w-full focus-inset" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name={isOpen ? 'i-lucide-chevron-down' : 'i-lucide-chevron-right'} className="c-text-3" />
        {isLive ? t('Thinking') : thoughtText(thoughtMs)}
        {!isOpen && <span className="truncate text-sm c-text-3">{firstLine(text)}</span>}
      </button>
      {isOpen && (
        <p className="pt-2px pr-12px pb-8px pl-34px c-text-2 italic whitespace-pre-wrap wrap-anywhere">
          <LongText text={text} />
        </p>
      )}
    </div>
  );
}

/** Omits the time if it is under a second. */
function thoughtText(thoughtMs: number | null): string {
  if (thoughtMs === null || thoughtMs < 1_000) return t('Thought');
  return t('Thought for {time}', { time: thoughtMs < 59_500 ? `${Math.round(thoughtMs / 1_000)} s` : duration(thoughtMs) });
}

/** Reads only the beginning: a text may have megabytes. */
function firstLine(text: string): string {
  return text.slice(0, 500).trim().split('\n', 1)[0] ?? '';
}
