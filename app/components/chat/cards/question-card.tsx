import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { CardFrame } from '../../ui/card-frame.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MarkdownText } from '../conversation/markdown-text.tsx';
import { type StepView, stepLabel, textOf } from './step-view.ts';

/** Whether the agent is waiting for the answer to this question. */
function useIsOpen(toolCallId: string): boolean {
  const { status, messages } = useStore($chat, { keys: ['status', 'messages'] });
  const last = messages.at(-1);
  return (
    status === 'waiting_for_user' && last?.parts.some((part) => part.type === 'dynamic-tool' && part.toolCallId === toolCallId) === true
  );
}

/** A question of the agent to the user, who answers it in the message box. */
export function QuestionCard({ step }: { step: StepView }) {
  const isOpen = useIsOpen(step.toolCallId);
  const question = textOf(step.input, 'question');
  return (
    <CardFrame
      label={stepLabel(t('Question'), question, step)}
      edge={isOpen ? 'amber' : 'rest'}
      isOpenByDefault
      header={
        <>
          <Icon name="i-lucide-circle-help" className={isOpen ? 'c-accent' : 'c-text-3'} />
          <span className="font-medium flex-1 c-text-1">{t('Question')}</span>
          {isOpen && <span className="text-sm c-text-3">{t('Answer below')}</span>}
        </>
      }
    >
      <MarkdownText text={question} />
    </CardFrame>
  );
}
