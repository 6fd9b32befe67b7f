import './comments.css';
import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { numberText } from '../../../lib/i18n/number-text.ts';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { FileChange } from '../../../lib/project/project-service.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';
import { WorkIconButton } from '../../ui/project-work/work-icon-button.tsx';
import { isRunOpen } from '../../ui/text/agent-status-text.ts';
import { CommentList } from './comment-list.tsx';
import { quotePlaces } from './quote-places.ts';
import { reviewMessage } from './review-message.ts';
import { useChatComments } from './use-file-comments.ts';

/** The collected comments, with one button that sends them all. */
export function CommentsBar({ changes }: { changes: readonly FileChange[] }) {
  const actions = useActions('checkpoints');
  const comments = useChatComments().filter(({ text }) => text !== '');
  const placeOf = useMemo(() => quotePlaces(changes), [changes]);
  const [isOpen, setIsOpen] = useState(false);
  const { status } = useStore($chat, { keys: ['status'] });
  const { agent } = useStore($settings, { keys: ['agent'] });
  if (comments.length === 0) return null;
  // A comment that is being edited is sent only after that.
  const ready = comments.filter(({ sentAt, typed }) => sentAt === null && typed === null);
  const sent = comments.filter(({ sentAt }) => sentAt !== null);
  const isRunning = isRunOpen(status);
  function send(when?: 'after-task') {
    const given = ready.map((comment) => ({ ...comment, isChanged: false, ...placeOf(comment) }));
    const ids = ready.map(({ id }) => id);
    const message = (masked: (text: string) => string) => reviewMessage(given, masked);
    return when === undefined ? actions.sendComments(ids, message) : actions.sendComments(ids, message, when);
  }
  return (
    <section className="comments-bar" aria-label={t('Comments')}>
      <div className="comments-head">
        <Button
          variant="ghost"
          size={24}
          icon={isOpen ? 'i-lucide-chevron-down' : 'i-lucide-chevron-right'}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {plural(comments.length, { one: '{count} comment', other: '{count} comments' })}
        </Button>
        <span role="status" className="text-sm c-text-3">
          {sent.length > 0 && t('{amount} sent', { amount: numberText(sent.length) })}
        </span>
        <span className="flex-1" />
        {sent.length > 0 && (
          <WorkButton variant="ghost" size={24} onClick={() => actions.clearSentComments()}>
            {plural(sent.length, { one: 'Clear {count} sent comment', other: 'Clear {count} sent comments' })}
          </WorkButton>
        )}
        {ready.length > 0 && isRunning && (
          <WorkIconButton icon="i-lucide-list-plus" label={t('Send after this task')} onClick={() => send('after-task')} />
        )}
        {ready.length > 0 && (
          <WorkButton
            // The message box may show a solid amber button: this is only the second way to the agent.
            variant={agent.enabled && !isRunning ? 'outline' : 'secondary'}
            size={24}
            icon={isRunning ? 'i-lucide-list-end' : 'i-lucide-arrow-up'}
            title={isRunning ? t('They go in after this step.') : undefined}
            onClick={() => send()}
          >
            {plural(ready.length, { one: 'Send {count} comment to the agent', other: 'Send {count} comments to the agent' })}
          </WorkButton>
        )}
      </div>
      {isOpen && <CommentList comments={comments} placeOf={placeOf} />}
    </section>
  );
}
