import { useId, useState } from 'react';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { Compaction } from '../../../lib/stores/chat.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';
import { rich } from '../../ui/text/rich.tsx';
import { tokenText } from '../../ui/text/token-text.ts';

/** A summary that replaces the messages above it for the model. The conversation itself stays complete. */
export function SummaryRow({ compaction, count }: { compaction: Compaction; count: number }) {
  const actions = useActions('compaction');
  const [isOpen, setIsOpen] = useState(false);
  const textId = useId();
  const { before, after, summary, compactionId } = compaction;
  return (
    <section className="[border-block:1px_dashed_var(--line-2)]" aria-label={t('Summary')}>
      <div className="flex items-center gap-8px min-h-32px px-2px c-text-2">
        <Icon name="i-lucide-fold-vertical" className="c-text-3" />
        <span className="flex-1 min-w-0">
          {rich('Summarised: {messages}, {tokens}', {
            messages: plural(count, { one: '{count} message', other: '{count} messages' }),
            tokens: (
              <span className="tabular">{t('{before} → {after} tokens', { before: tokenText(before), after: tokenText(after) })}</span>
            ),
          })}
        </span>
        <Button
          size={20}
          variant="ghost"
          aria-expanded={isOpen}
          aria-controls={isOpen ? textId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('Hide') : t('Show')}
        </Button>
        <WorkButton size={20} variant="ghost" onClick={() => actions.undoCompaction(compactionId)}>
          {t('Undo')}
        </WorkButton>
      </div>
      {isOpen && (
        <pre
          id={textId}
          className="max-h-280px pt-4px px-12px pb-10px c-text-2 [font:inherit] whitespace-pre-wrap wrap-anywhere scroll focus-inset"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
          tabIndex={0}
        >
          {summary}
        </pre>
      )}
    </section>
  );
}
