import { memo } from 'react';
import { BrokenCallCard } from './broken-call-card.tsx';
import { CommandCard } from './command-card.tsx';
import { CompleteStep } from './complete-step.tsx';
import { FileCard } from './file-card.tsx';
import { PlanCard } from './plan-card.tsx';
import { QuestionCard } from './question-card.tsx';
import { StepRow } from './step-row.tsx';
import { type StepView, stepKind } from './step-view.ts';

interface StepCardProps {
  step: StepView;
  /** Of all plans of the chat. */
  isNewestPlan: boolean;
}

/** One tool call in the conversation. */
export const StepCard = memo(function StepCard({ step, isNewestPlan }: StepCardProps) {
  if (step.state === 'error' && step.errorCode === 'bad_arguments') return <BrokenCallCard step={step} />;
  switch (stepKind(step.toolName)) {
    case 'command':
      return <CommandCard step={step} />;
    case 'write':
      return <FileCard step={step} />;
    case 'plan':
      return <PlanCard step={step} isNewest={isNewestPlan} />;
    case 'complete':
      return <CompleteStep step={step} />;
    case 'row':
      return step.toolName === 'devonz_ask_user' ? <QuestionCard step={step} /> : <StepRow step={step} />;
  }
});
