import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { CardFrame } from '../../ui/card-frame.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MarkdownText } from '../conversation/markdown-text.tsx';
import { StepRow } from './step-row.tsx';
import { isFinished, type StepView, stepLabel, textOf } from './step-view.ts';

/** The agent's final message of a task. For the newest run, the Complete card at the end shows it instead. */
export function CompleteStep({ step }: { step: StepView }) {
  const { status, messages } = useStore($chat, { keys: ['status', 'messages'] });
  const isLast = messages.at(-1)?.parts.some((part) => part.type === 'dynamic-tool' && part.toolCallId === step.toolCallId) === true;
  if (status === 'completed' && isLast && step.state === 'success') return null;
  if (isFinished(step) && step.state !== 'success') return <StepRow step={step} />;
  return (
    <CardFrame
      label={stepLabel(t('Complete'), '', step)}
      edge="green"
      isOpenByDefault
      header={
        <>
          <Icon name="i-lucide-sparkle" className="c-green" />
          <span className="font-medium flex-1 c-text-1">{t('Complete')}</span>
        </>
      }
    >
      <MarkdownText text={textOf(step.input, 'summary')} />
    </CardFrame>
  );
}
