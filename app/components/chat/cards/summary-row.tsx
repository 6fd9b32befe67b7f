import { useId, useState } from 'react';
import type { Compaction } from '../../../lib/stores/chat.ts';
import { useActions } from '../../shell/workbench/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';
import { plural } from '../../ui/text/plural.ts';
import { tokenText } from '../../ui/text/token-text.ts';

/** Where a summary stands for what is above it. The conversation itself stays whole. */
export function SummaryRow({ compaction, count }: { compaction: Compaction; count: number }) {
  const actions = useActions('compaction');
  const [isOpen, setIsOpen] = useState(false);
  const textId = useId();
  const { before, after, summary, compactionId } = compaction;
  return (
    <section className="[border-block:1px_dashed_var(--line-2)]" aria-label="Summary">
      <div className="flex items-center gap-8px min-h-32px px-2px c-text-2">
        <Icon name="i-lucide-fold-vertical" className="c-text-3" />
        <span className="flex-1 min-w-0">
          Summarised: {plural(count, 'message')},{' '}
          <span className="tabular">
            {tokenText(before)} → {tokenText(after)} tokens
          </span>
        </span>
        <Button
          size={20}
          variant="ghost"
          aria-expanded={isOpen}
          aria-controls={isOpen ? textId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </Button>
        <WorkButton size={20} variant="ghost" onClick={() => actions.undoCompaction(compactionId)}>
          Undo
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
