import { memo } from 'react';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $chat, type MessageMeta } from '../../../lib/stores/chat.ts';
import { Boundary } from '../../ui/bounds/boundary.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { UserCommandCard } from '../cards/commands/user-command-card.tsx';
import { LeftOutRow } from '../cards/left-out-row.tsx';
import { StepCard } from '../cards/step-card.tsx';
import { GroupedRow } from '../cards/step-row.tsx';
import { SummaryRow } from '../cards/summary-row.tsx';
import { StepUsage } from '../run/step-usage.tsx';
import type { ConversationRow } from './conversation-rows.ts';
import { MarkdownText } from './markdown-text.tsx';
import { PlainRow } from './plain/plain-row.tsx';
import { useDrawnPlainly } from './plain/use-drawn-plainly.ts';
import { ReasoningFold } from './reasoning-fold.tsx';
import { RemarkRow } from './remark-row.tsx';
import { responseText } from './response-text.ts';
import { UserMessage } from './user-message.tsx';
import { VersionRow } from './version-row.tsx';

export interface ConversationRowViewProps {
  row: ConversationRow;
  meta: MessageMeta | undefined;
  isNewest: boolean;
  /** Whether it is the agent's first text after a message. */
  isResponse: boolean;
  isFoldOpen: boolean;
  onToggleFold: (key: string) => void;
}

function RowContent({ row, meta, isNewest, isResponse, isFoldOpen, onToggleFold }: ConversationRowViewProps) {
  switch (row.kind) {
    case 'user':
      return <UserMessage messageId={row.messageId} text={row.text} attachments={row.attachments} images={row.images} meta={meta} />;
    case 'user-command':
      return <UserCommandCard done={row.done} />;
    case 'remark':
      return <RemarkRow text={row.text} />;
    case 'text':
      return (
        <>
          {isResponse && <ResponseTitle firstKey={row.key} />}
          <MarkdownText text={row.text} isLive={row.isLive} />
        </>
      );
    case 'reasoning':
      return <ReasoningFold text={row.text} isLive={row.isLive} thoughtMs={row.thoughtMs} />;
    case 'step':
      return <StepCard step={row.step} isNewest={isNewest} />;
    case 'grouped':
      return <GroupedRow steps={row.steps} />;
    case 'summary':
      return <SummaryRow compaction={row.compaction} count={row.count} />;
    case 'left-out':
      return <LeftOutRow left={row.left.left} message={row.left.message} />;
    case 'version':
      return <VersionRow versionId={row.versionId} count={row.count} />;
    case 'fold':
      return (
        <button type="button" className="step-row w-full focus-inset" aria-expanded={isFoldOpen} onClick={() => onToggleFold(row.key)}>
          <Icon name="i-lucide-chevrons-up-down" className="c-text-3" />
          {plural(row.count, { one: '{count} earlier step', other: '{count} earlier steps' })}
        </button>
      );
  }
}

function ResponseTitle({ firstKey }: { firstKey: string }) {
  return (
    <div className="response-title">
      <p className="panel-title">{t('AGENT RESPONSE')}</p>
      <CopyButton label={t('Copy the response')} text={() => responseText($chat.get(), firstKey)} />
    </div>
  );
}

/** One row. `content-visibility` avoids layout of rows far from the view, so a long log stays fast. */
export const ConversationRowView = memo(function ConversationRowView(props: ConversationRowViewProps) {
  const isPlain = useDrawnPlainly();
  return (
    <div className="conversation-row" data-kind={props.row.kind}>
      <Boundary of={props.row} fallback={(failure, again) => <PlainRow row={props.row} failure={failure} onAgain={again} />}>
        {isPlain ? <PlainRow row={props.row} failure={null} onAgain={null} /> : <RowContent {...props} />}
      </Boundary>
      {props.row.used !== undefined && <StepUsage used={props.row.used} />}
    </div>
  );
});
