import { memo } from 'react';
import { FOREIGN_PREFIX } from '../../../lib/protocol/mcp/foreign-tool.ts';
import { DefaultView } from '../tool-views/default-view.tsx';
import { useToolView } from '../tool-views/tool-views-context.ts';
import { BrokenCallCard } from './broken-call-card.tsx';
import { ForeignCard } from './foreign-card.tsx';
import { StepRow } from './step-row.tsx';
import type { StepView } from './step-view.ts';

interface StepCardProps {
  step: StepView;
  /** Whether this is the newest of all calls of its tool in the chat. */
  isNewest: boolean;
}

/** One tool call in the conversation. */
export const StepCard = memo(function StepCard({ step, isNewest }: StepCardProps) {
  const view = useToolView(step.toolName);
  if (step.state === 'error' && step.errorCode === 'bad_arguments') return <BrokenCallCard step={step} />;
  // A call of an unknown tool had no effect; its rejection is one line.
  if (view === undefined) {
    if (step.errorCode === 'unknown_tool') return <StepRow step={step} />;
    return step.toolName.startsWith(FOREIGN_PREFIX) ? <ForeignCard step={step} /> : <DefaultView step={step} />;
  }
  return view.Card === undefined ? <StepRow step={step} /> : <view.Card step={step} isNewest={isNewest} />;
});
