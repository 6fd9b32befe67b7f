import { useId, useState } from 'react';
import type { Compaction } from '../../../lib/stores/chat.ts';
import { useActions } from '../../shell/workbench/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { tokenText } from '../../ui/text/token-text.ts';

/** Where a summary stands for what is above it. The conversation itself stays whole. */
export function SummaryRow({ compaction, count }: { compaction: Compaction; count: number }) {
  const actions = useActions('compaction');
  const [isOpen, setIsOpen] = useState(false);
  const textId = useId();
  const { before, after, summary, compactionId } = compaction;
  return (
    <section className="summary-row" aria-label="Summary">
      <div className="summary-line">
        <Icon name="i-lucide-fold-vertical" className="c-text-3" />
        <span className="flex-1 min-w-0">
          Summarised: {count} {count === 1 ? 'message' : 'messages'},{' '}
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
        <Button size={20} variant="ghost" onClick={() => actions.undoCompaction(compactionId)}>
          Undo
        </Button>
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <pre id={textId} className="summary-text scroll focus-inset" tabIndex={0}>
          {summary}
        </pre>
      )}
    </section>
  );
}
