import { useState } from 'react';
import type { BudgetName } from '../../../lib/agent/contract/agent-session.ts';
import { numberText } from '../../../lib/i18n/number-text.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { NumberStepper } from '../../ui/fields/number-stepper.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';

const STEPS = 25;

/** Grants more steps, in the number that the user chooses, to a run that has reached its limit. */
export function GrantSteps() {
  const actions = useActions('chat');
  const [count, setCount] = useState(STEPS);
  return (
    <>
      <WorkButton size={24} onClick={() => actions.grantIterations(count)}>
        {t('{count} more', { count })}
      </WorkButton>
      <NumberStepper label={t('More steps')} value={count} minimum={1} maximum={200} isLive onChange={setCount} />
    </>
  );
}

const TEXTS: Readonly<Record<BudgetName, { unit: () => string; more: () => string }>> = {
  tokens: { unit: () => t('tokens'), more: () => t('More tokens') },
  money: { unit: () => t('US dollars'), more: () => t('More US dollars') },
  minutes: { unit: () => t('minutes'), more: () => t('More minutes') },
};

/** Grants more of a budget. Suggests as much as the budget itself, or more if that would not let the task continue. */
export function GrantBudget({ budget, limit, used }: { budget: BudgetName; limit: number; used: number }) {
  const actions = useActions('chat');
  const [amount, setAmount] = useState<number | null>(used < 2 * limit ? limit : Math.ceil(used));
  return (
    <>
      <WorkButton size={24} disabled={amount === null} onClick={() => amount !== null && actions.grantBudget(budget, amount)}>
        {amount === null ? t('Allow more') : t('Allow {amount} more', { amount: numberText(amount) })}
      </WorkButton>
      <AmountField
        label={TEXTS[budget].more()}
        unit={TEXTS[budget].unit()}
        value={amount}
        isWhole={budget === 'tokens'}
        isLive
        onChange={setAmount}
      />
    </>
  );
}
