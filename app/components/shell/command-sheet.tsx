import './command-sheet.css';
import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { $commandSheet } from '../../lib/stores/workbench.ts';
import { DialogFrame } from '../ui/dialog/dialog-frame.tsx';
import { LongText } from '../ui/long-text.tsx';
import { shortText } from '../ui/text/short-text.ts';

/** Shows the lists of /help, /routines, /model and /self. */
export function CommandSheetDialog() {
  const sheet = useStore($commandSheet);
  if (sheet === null) return null;
  return (
    <DialogFrame isOpen onOpenChange={(isOpen) => !isOpen && $commandSheet.set(null)} title={sheet.title} className="picker command-sheet">
      {sheet.rows.length === 0 ? (
        <p className="c-text-3 py-4">{t('There are none here.')}</p>
      ) : (
        <dl className="command-sheet-list scroll">
          {sheet.rows.map((row) => (
            <div key={row.name} className="command-sheet-row">
              <dt className="mono wrap-anywhere">{shortText(row.name)}</dt>
              <dd className="c-text-2 min-w-0 m-0">
                {shortText(row.text)}
                {row.detail !== undefined && (
                  <span className="block mono text-sm c-text-3 break-words">
                    <LongText text={row.detail} />
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {sheet.note !== '' && <p className="text-sm c-text-3">{sheet.note}</p>}
    </DialogFrame>
  );
}
