import './spending-table.css';
import { useState } from 'react';
import type { SpendingRow } from '../../../lib/protocol/models/spending-rows.ts';
import { Button } from '../../ui/button.tsx';
import { costText } from '../../ui/text/cost-text.ts';
import { tokenText } from '../../ui/text/token-text.ts';

/** Rows shown at first, and with each "more". */
const PAGE = 60;

export function SpendingTable({ heading, rows }: { heading: string; rows: readonly SpendingRow[] }) {
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <div className="spending-scroll scroll focus-inset" tabIndex={0}>
        <table className="spending-table" aria-label="Costs">
          <thead>
            <tr>
              <th scope="col">{heading}</th>
              <th scope="col">Cost</th>
              <th scope="col">In</th>
              <th scope="col">Cached</th>
              <th scope="col">Out</th>
              <th scope="col">Requests</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td>{costText(row)}</td>
                <td title={row.input.toLocaleString('en')}>{tokenText(row.input)}</td>
                <td>{row.input === 0 ? '' : `${Math.round((row.cached / row.input) * 100)} %`}</td>
                <td title={row.output.toLocaleString('en')}>{tokenText(row.output)}</td>
                <td>{row.requests.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <Button size={24} onClick={() => setShown(shown + PAGE)}>
          Show {Math.min(PAGE, rows.length - shown)} more
        </Button>
      )}
    </>
  );
}
