import { t } from '../../../lib/i18n/t.ts';
import { CardFrame } from '../../ui/card-frame.tsx';
import { type PlanItem, PlanList } from '../run/plan-list.tsx';
import { StepRow } from './step-row.tsx';
import { fieldOf, type StepView, textOf } from './step-view.ts';

/**
 * Returns the plan after this call: its effect, or the call with the whole plan, or the result of an update by an older version; before the
 * result, only the update itself.
 */
function subgoalsOf(step: StepView): PlanItem[] {
  const after = step.effects?.findLast((effect) => effect.type === 'plan-updated');
  if (after !== undefined) return after.plan.map(({ status, objective }) => ({ status, objective }));
  const lists = [fieldOf(step.input, 'subgoals'), fieldOf(step.output, 'plan'), fieldOf(step.input, 'update')];
  const list = lists.find((one) => Array.isArray(one)) ?? [];
  return list.map((one) => ({ status: textOf(one, 'status'), objective: textOf(one, 'objective') || textOf(one, 'id') }));
}

/** The agent's plan: its subgoals and their states. */
export function PlanCard({ step, isNewest }: { step: StepView; isNewest: boolean }) {
  const subgoals = subgoalsOf(step);
  if (step.state === 'error' || subgoals.length === 0) return <StepRow step={step} />;
  const done = subgoals.filter((subgoal) => subgoal.status === 'completed').length;
  return (
    <CardFrame
      label={t('Plan, {tool}, {done} of {all} done', { tool: step.toolName, done, all: subgoals.length })}
      edge="rest"
      isOpenByDefault={isNewest}
      header={
        <>
          <span className="panel-title">{t('PLAN')}</span>
          <span className="flex-1" />
          <span className="text-sm c-text-3 tabular">{t('{done} of {all} done', { done, all: subgoals.length })}</span>
        </>
      }
    >
      <PlanList subgoals={subgoals} />
    </CardFrame>
  );
}
