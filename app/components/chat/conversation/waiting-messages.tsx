import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { ownWords } from '../../../lib/protocol/attachments/own-words.ts';
import type { QueuedWhen } from '../../../lib/protocol/session-state.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';
import { isRunOpen } from '../../ui/text/agent-status-text.ts';
import { SentImages } from '../images/sent-images.tsx';
import { SentAttachments } from '../mentions/sent-attachments.tsx';
import { attachmentNotesOf, imagesOf } from './conversation-rows.ts';
import { MessageWords } from './message-words.tsx';

/** Says when the message is sent. If no run is open, it is sent only together with the user's next message. */
function whenText(when: QueuedWhen, isAtRest: boolean): string {
  if (isAtRest) return t('Waits: goes with your next message');
  return when === 'after-step' ? t('Sent after this step') : t('Sent after this task');
}

/** Messages that wait to be sent, in order; each can be taken back. */
export function WaitingMessages() {
  const actions = useActions('chat');
  const { queued, status } = useStore($chat, { keys: ['queued', 'status'] });
  if (queued.length === 0) return null;
  const isAtRest = !isRunOpen(status) && status !== 'waiting_for_user';
  return (
    <ul aria-label={t('Waiting messages')} className="contents list-none">
      {queued.map(({ message, when }) => (
        <li key={message.id} className="user-message user-message-queued">
          <div className="flex items-center gap-2">
            <span className="text-sm c-text-3 flex-1">{whenText(when, isAtRest)}</span>
            <WorkButton variant="ghost" size={20} icon="i-lucide-undo-2" onClick={() => actions.withdraw(message.id)}>
              {t('Take back')}
            </WorkButton>
          </div>
          <MessageWords text={ownWords(message)} />
          <SentAttachments attachments={attachmentNotesOf(message)} />
          <SentImages images={imagesOf(message)} />
        </li>
      ))}
    </ul>
  );
}
