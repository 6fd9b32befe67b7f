import { useStore } from '@nanostores/react';
import { dateText } from '../../../lib/i18n/date-text.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { AttachmentNote } from '../../../lib/protocol/attachments/attachment.ts';
import type { AttachedImage } from '../../../lib/protocol/attachments/image-schema.ts';
import { $chat, type MessageMeta } from '../../../lib/stores/chat.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { WorkIconButton } from '../../ui/project-work/work-icon-button.tsx';
import { isRunOpen } from '../../ui/text/agent-status-text.ts';
import { SentImages } from '../images/sent-images.tsx';
import { SentAttachments } from '../mentions/sent-attachments.tsx';
import { MessageWords } from './message-words.tsx';

const PROMPTS = { agent: 'agent:/>', plan: 'plan:/>', chat: 'chat:/>' } as const;

interface UserMessageProps {
  messageId: string;
  text: string;
  attachments: readonly AttachmentNote[];
  images: readonly AttachedImage[];
  meta: MessageMeta | undefined;
}

/** A message of the user, with the prompt that it was sent under. */
export function UserMessage({ messageId, text, attachments, images, meta }: UserMessageProps) {
  return (
    <div className="user-message">
      <div className="flex justify-between text-sm c-text-3">
        <span className="flex gap-8px">
          <span className="panel-title">{t('PROMPT')}</span>
          <span className="mono">{meta === undefined ? t('You') : PROMPTS[meta.mode]}</span>
        </span>
        <span className="flex items-center gap-4px">
          <MessageActions messageId={messageId} text={text} />
          {meta !== undefined && (
            <time className="tabular" dateTime={new Date(meta.at).toISOString()}>
              {dateText(meta.at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
            </time>
          )}
        </span>
      </div>
      <MessageWords text={text} />
      <SentAttachments attachments={attachments} />
      <SentImages images={images} />
    </div>
  );
}

/** Actions to copy the message, edit and resend it, ask again, or continue from here in a new chat. */
function MessageActions({ messageId, text }: Pick<UserMessageProps, 'messageId' | 'text'>) {
  const actions = useActions('checkpoints');
  return (
    <span className="user-message-actions">
      <CopyButton label={t('Copy the message')} text={() => text} />
      <WorkIconButton icon="i-lucide-pencil" iconSize={14} label={t('Edit and resend')} onClick={() => actions.editMessage(messageId)} />
      <AskAgainButton messageId={messageId} />
      <WorkIconButton
        icon="i-lucide-git-branch"
        iconSize={14}
        label={t('Branch from here')}
        onClick={() => actions.branchChat(messageId)}
      />
    </span>
  );
}

/** Hidden while the agent works, which it would stop: editing the message does that, after a confirmation. */
function AskAgainButton({ messageId }: Pick<UserMessageProps, 'messageId'>) {
  const actions = useActions('checkpoints');
  const { status } = useStore($chat, { keys: ['status'] });
  if (isRunOpen(status)) return null;
  return (
    <WorkIconButton icon="i-lucide-rotate-cw" iconSize={14} label={t('Ask again')} onClick={() => void actions.repeatMessage(messageId)} />
  );
}
