import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { saveBlob } from '../../../lib/browser/save-blob.ts';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { dayOf, spentOn } from '../../../lib/protocol/models/spending.ts';
import { spendingCsv } from '../../../lib/protocol/models/spending-csv.ts';
import { type SpendingBy, type SpendingRow, spendingRows } from '../../../lib/protocol/models/spending-rows.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $spending } from '../../../lib/stores/spending.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { cachedText, costText } from '../../ui/text/cost-text.ts';
import { SettingRow } from '../setting-row.tsx';
import { SpendingTable } from './spending-table.tsx';

const GROUPS: readonly { by: SpendingBy; name: () => string; choice: () => string }[] = [
  { by: 'day', name: () => t('Day'), choice: () => t('By day') },
  { by: 'provider', name: () => t('Provider'), choice: () => t('By provider') },
  { by: 'model', name: () => t('Model'), choice: () => t('By model') },
];
const DAY_BUDGETS = [
  {
    name: 'tokens',
    title: () => t('Tokens a day'),
    unit: () => t('tokens'),
    text: () => t('Input and output of all tasks together. Empty: none.'),
  },
  {
    name: 'money',
    title: () => t('Money a day'),
    unit: () => t('US $'),
    text: () => t('Of requests whose price is known; others cost nothing here. Empty: none.'),
  },
] as const;

/** What the models have cost, and how much they may in a day. */
export function CostSettings() {
  const days = useStore($spending);
  const [by, setBy] = useState<SpendingBy>('day');
  const rows: readonly SpendingRow[] = spendingRows(days, by);
  const today = spentOn(days, dayOf(Date.now()));
  const heading = GROUPS.find((group) => group.by === by)?.name() ?? '';
  return (
    <>
      <p className="c-text-2" role="status" aria-label={t('Today')}>
        {today.requests === 0
          ? t('No model was asked today.')
          : plural(
              today.requests,
              { one: 'Today: {cost} · {count} request · {tokens}', other: 'Today: {cost} · {count} requests · {tokens}' },
              { cost: costText(today), tokens: cachedText(today) },
            )}
      </p>
      <DayBudgets />
      <div className="flex items-center gap-2 pt-5 pb-2">
        <h3 className="side-heading flex-1 p-0!">{t('What was used')}</h3>
        <select
          className="field w-auto!"
          aria-label={t('Add up by')}
          value={by}
          onChange={(event) => setBy(chosenGroup(event.target.value))}
        >
          {GROUPS.map((group) => (
            <option key={group.by} value={group.by}>
              {group.choice()}
            </option>
          ))}
        </select>
        <Button
          size={24}
          icon="i-lucide-download"
          disabled={rows.length === 0}
          onClick={() => saveBlob(new Blob([spendingCsv(days)], { type: 'text/csv' }), 'devonz-costs.csv')}
        >
          CSV
        </Button>
      </div>
      {rows.length === 0 ? <p className="c-text-3">{t('Nothing yet.')}</p> : <SpendingTable heading={heading} rows={rows} />}
      <p className="c-text-3 text-sm pt-2">
        {t(
          "Every answer in this browser, of sub-agents, summaries and searches too, at the price of its time. Fees of a provider beside tokens, and answers that broke off, are not known here: the provider's own bill counts.",
        )}
      </p>
    </>
  );
}

function DayBudgets() {
  const actions = useActions('settings');
  const { dayBudget } = useStore($settings, { keys: ['dayBudget'] });
  return (
    <>
      <h3 className="side-heading pt-5">{t('Budget for a day')}</h3>
      {DAY_BUDGETS.map(({ name, title, unit, text }) => (
        <SettingRow key={name} title={title()} text={text()} textId={`setting-day-${name}`}>
          <AmountField
            label={title()}
            unit={unit()}
            describedBy={`setting-day-${name}`}
            value={dayBudget[name]}
            isWhole={name === 'tokens'}
            onChange={(amount) => actions.updateSettings({ dayBudget: { ...dayBudget, [name]: amount } })}
          />
        </SettingRow>
      ))}
    </>
  );
}

function chosenGroup(value: string): SpendingBy {
  return GROUPS.find(({ by }) => by === value)?.by ?? 'day';
}
