import { useState } from 'react';
import type { BudgetName } from '../../../lib/agent/session/agent-session.ts';
import { useActions } from '../../shell/workbench/workbench-context.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { NumberStepper } from '../../ui/number-stepper.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';

const STEPS = 25;

/** More steps for the run that is at its limit: as many as the user says. */
export function GrantSteps() {
  const actions = useActions('chat');
  const [count, setCount] = useState(STEPS);
  return (
    <>
      <WorkButton size={24} onClick={() => actions.grantIterations(count)}>
        {count} more
      </WorkButton>
      <NumberStepper label="More steps" value={count} minimum={1} maximum={200} onChange={setCount} />
    </>
  );
}

const UNITS: Readonly<Record<BudgetName, string>> = { tokens: 'tokens', money: 'US dollars', minutes: 'minutes' };

/** More of a budget; begins with as much as the budget itself, and with more where that would not let the task continue. */
export function GrantBudget({ budget, limit, used }: { budget: BudgetName; limit: number; used: number }) {
  const actions = useActions('chat');
  const [amount, setAmount] = useState<number | null>(used < 2 * limit ? limit : Math.ceil(used));
  return (
    <>
      <WorkButton size={24} disabled={amount === null} onClick={() => amount !== null && actions.grantBudget(budget, amount)}>
        Allow {amount === null ? '' : `${amount.toLocaleString()} `}more
      </WorkButton>
      <AmountField label={`More ${UNITS[budget]}`} unit={UNITS[budget]} value={amount} isWhole={budget === 'tokens'} onChange={setAmount} />
    </>
  );
}
