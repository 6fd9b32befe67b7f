import { useStore } from '@nanostores/react';
import type { BudgetName } from '../../../lib/agent/contract/agent-session.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { SettingRow } from '../setting-row.tsx';

const BUDGETS: readonly { name: BudgetName; title: () => string; unit: () => string; text: () => string }[] = [
  {
    name: 'tokens',
    title: () => t('Token budget'),
    unit: () => t('tokens'),
    text: () => t('Input and output together, as the provider counts them. Empty: none.'),
  },
  {
    name: 'money',
    title: () => t('Money budget'),
    unit: () => t('US $'),
    text: () => t("Counted where the model's price is known: Settings → Models. Empty: none."),
  },
  {
    name: 'minutes',
    title: () => t('Time budget'),
    unit: () => t('minutes'),
    text: () => t('Working time; waiting for you does not count. Empty: none.'),
  },
];

/** What a task may use at most; looked at before each step. */
export function BudgetSettings() {
  const actions = useActions('settings');
  const { budget } = useStore($settings, { keys: ['budget'] });
  return (
    <>
      <h3 className="side-heading pt-5">{t('Budget for a task')}</h3>
      {BUDGETS.map(({ name, title, unit, text }) => (
        <SettingRow key={name} title={title()} text={text()} textId={`setting-budget-${name}`}>
          <AmountField
            label={title()}
            unit={unit()}
            describedBy={`setting-budget-${name}`}
            value={budget[name]}
            isWhole={name === 'tokens'}
            onChange={(amount) => actions.updateSettings({ budget: { ...budget, [name]: amount } })}
          />
        </SettingRow>
      ))}
    </>
  );
}
