import { t } from '../../../lib/i18n/t.ts';
import { CostOverview } from '../cost/cost-overview.tsx';
import { TodayCost } from '../cost/today-cost.tsx';
import type { RowEntry } from './row-entry.ts';

/** The costs so far, and the budget for a day. */
export const costRows: readonly RowEntry[] = [
  { render: () => <TodayCost /> },
  { heading: () => t('Budget for a day'), isFound: true },
  {
    setting: 'dayBudget.tokens',
    title: () => t('Tokens a day'),
    unit: () => t('tokens'),
    text: () => t('Input and output of all tasks together. Empty: none.'),
  },
  {
    setting: 'dayBudget.money',
    title: () => t('Money a day'),
    unit: () => t('US $'),
    text: () => t('Of requests whose price is known; others cost nothing here. Empty: none.'),
  },
  { finds: [{ title: () => t('What was used'), words: 'CSV' }], render: () => <CostOverview /> },
];
