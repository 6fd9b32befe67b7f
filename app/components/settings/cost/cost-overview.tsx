import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { saveBlob } from '../../../lib/browser/save-blob.ts';
import { t } from '../../../lib/i18n/t.ts';
import { spendingCsv } from '../../../lib/protocol/models/spending-csv.ts';
import { type SpendingBy, type SpendingRow, spendingRows } from '../../../lib/protocol/models/spending-rows.ts';
import { $spending } from '../../../lib/stores/spending.ts';
import { Button } from '../../ui/button.tsx';
import { SpendingTable } from './spending-table.tsx';

const GROUPS: readonly { by: SpendingBy; name: () => string; choice: () => string }[] = [
  { by: 'day', name: () => t('Day'), choice: () => t('By day') },
  { by: 'provider', name: () => t('Provider'), choice: () => t('By provider') },
  { by: 'model', name: () => t('Model'), choice: () => t('By model') },
];

/** The costs of the models, grouped by day or another key. */
export function CostOverview() {
  const days = useStore($spending);
  const [by, setBy] = useState<SpendingBy>('day');
  const rows: readonly SpendingRow[] = spendingRows(days, by);
  const heading = GROUPS.find((group) => group.by === by)?.name() ?? '';
  return (
    <>
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

function chosenGroup(value: string): SpendingBy {
  return GROUPS.find(({ by }) => by === value)?.by ?? 'day';
}
