import './spending-table.css';
import { useState } from 'react';
import { numberText } from '../../../lib/i18n/number-text.ts';
import { t, tIn } from '../../../lib/i18n/t.ts';
import type { SpendingRow } from '../../../lib/protocol/models/spending-rows.ts';
import { Button } from '../../ui/button.tsx';
import { costText } from '../../ui/text/cost-text.ts';
import { tokenText } from '../../ui/text/token-text.ts';

/** The number of rows shown at first, and added by each "more". */
const PAGE = 60;

export function SpendingTable({ heading, rows }: { heading: string; rows: readonly SpendingRow[] }) {
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <div className="spending-scroll scroll focus-inset" tabIndex={0}>
        <table className="spending-table" aria-label={t('Costs')}>
          <thead>
            <tr>
              <th scope="col">{heading}</th>
              <th scope="col">{t('Cost')}</th>
              <th scope="col">{tIn('tokens', 'In')}</th>
              <th scope="col">{t('Cached')}</th>
              <th scope="col">{tIn('tokens', 'Out')}</th>
              <th scope="col">{t('Requests')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td>{costText(row)}</td>
                <td title={numberText(row.input)}>{tokenText(row.input)}</td>
                <td>{row.input === 0 ? '' : `${Math.round((row.cached / row.input) * 100)} %`}</td>
                <td title={numberText(row.output)}>{tokenText(row.output)}</td>
                <td>{numberText(row.requests)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <Button size={24} onClick={() => setShown(shown + PAGE)}>
          {t('Show {amount} more', { amount: Math.min(PAGE, rows.length - shown) })}
        </Button>
      )}
    </>
  );
}
