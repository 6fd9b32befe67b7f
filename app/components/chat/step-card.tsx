import { memo } from 'react';
import { CommandCard } from './command-card.tsx';
import { FileCard } from './file-card.tsx';
import { MarkdownText } from './markdown-text.tsx';
import { PlanCard } from './plan-card.tsx';
import { StepRow } from './step-row.tsx';
import { type StepView, stepKind, textOf } from './step-view.ts';

interface StepCardProps {
  step: StepView;
  /** Of all plans of the chat. */
  isNewestPlan: boolean;
}

/** One tool call in the conversation. */
export const StepCard = memo(function StepCard({ step, isNewestPlan }: StepCardProps) {
  switch (stepKind(step.toolName)) {
    case 'command':
      return <CommandCard step={step} />;
    case 'write':
      return <FileCard step={step} />;
    case 'plan':
      return <PlanCard step={step} isNewest={isNewestPlan} />;
    // Its summary is the agent's last word; the Complete card at the end of the run says the rest.
    case 'complete':
      return <MarkdownText text={textOf(step.input, 'summary')} />;
    case 'row':
      return step.toolName === 'devonz_ask_user' ? <MarkdownText text={textOf(step.input, 'question')} /> : <StepRow step={step} />;
  }
});
