import type { JsonValue } from '../../lib/protocol/message.ts';
import { Icon } from '../ui/icon.tsx';
import { CardFrame } from './card-frame.tsx';
import { fieldOf, type StepView, textOf } from './step-view.ts';

const STATUS_LOOK: ReadonlyMap<string, { icon: string; className: string; word: string }> = new Map([
  ['completed', { icon: 'i-lucide-check', className: 'c-green', word: 'done' }],
  ['in_progress', { icon: 'i-lucide-circle-dot', className: 'c-accent', word: 'in progress' }],
  ['blocked', { icon: 'i-lucide-ban', className: 'c-red', word: 'blocked' }],
]);
const NOT_STARTED = { icon: 'i-lucide-circle', className: 'c-text-3', word: 'not started' };

function subgoalsOf(step: StepView): JsonValue[] {
  const subgoals = fieldOf(step.input, 'subgoals');
  return Array.isArray(subgoals) ? subgoals : [];
}

/** The agent's plan: its subgoals and how they stand. */
export function PlanCard({ step, isNewest }: { step: StepView; isNewest: boolean }) {
  const subgoals = subgoalsOf(step);
  const done = subgoals.filter((subgoal) => textOf(subgoal, 'status') === 'completed').length;
  return (
    <CardFrame
      label={`Plan, ${step.toolName}, ${done} of ${subgoals.length} done`}
      edge="rest"
      isOpenByDefault={isNewest}
      header={
        <>
          <span className="mono text-sm c-text-3">PLAN</span>
          <span className="flex-1" />
          <span className="text-sm c-text-3 tabular">
            {done} of {subgoals.length} done
          </span>
        </>
      }
    >
      <ul className="plan">
        {subgoals.map((subgoal, index) => {
          const look = STATUS_LOOK.get(textOf(subgoal, 'status')) ?? NOT_STARTED;
          return (
            // The model may use an id twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place in the plan is the only sure identity
            <li key={index} data-status={textOf(subgoal, 'status')}>
              <Icon name={look.icon} className={look.className} />
              <span className="visually-hidden">{look.word}: </span>
              {textOf(subgoal, 'objective')}
            </li>
          );
        })}
      </ul>
    </CardFrame>
  );
}
