import { CardFrame } from '../../ui/card-frame.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Reason } from '../../ui/reason.tsx';
import { subjectOf, useToolView } from '../tool-views/tool-views-context.ts';
import { StepDiff } from './step-diff.tsx';
import { StepRow } from './step-row.tsx';
import { type StepView, stepLabel, textOf } from './step-view.ts';

/** A patch: a row until it is applied, then a card that unfolds into the changes to each file. */
export function PatchCard({ step }: { step: StepView }) {
  const view = useToolView(step.toolName);
  if (view === undefined || step.state !== 'success') return <StepRow step={step} />;
  const subject = subjectOf(view, step);
  const reasoning = textOf(step.input, 'reasoning');
  return (
    <CardFrame
      label={stepLabel(view.done(), subject, step)}
      edge="green"
      isOpenByDefault={false}
      header={
        <>
          <Icon name={view.icon} className="c-text-2" />
          <span className="c-text-2">{view.done()}</span>
          <span className="mono text-sm truncate flex-1">{subject}</span>
          <span className="text-sm c-text-3 shrink-0">{view.result?.(step.output)}</span>
          <Icon name="i-lucide-check" className="c-green" />
        </>
      }
    >
      {reasoning !== '' && <Reason text={reasoning} />}
      <StepDiff step={step} />
    </CardFrame>
  );
}
