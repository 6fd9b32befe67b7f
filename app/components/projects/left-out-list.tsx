import { numberText } from '../../lib/i18n/number-text.ts';
import { t } from '../../lib/i18n/t.ts';
import { type LeftOut, reasonText } from '../../lib/project/import/import-plan.ts';

/** The files that are not imported, by reason, with their number and some names. */
export function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const count = leftOut.reduce((sum, { files }) => sum + files, 0);
  return (
    <details className="left-out">
      <summary>{t('{count} left out', { count: numberText(count) })}</summary>
      <ul aria-label={t('Left out')}>
        {leftOut.map(({ reason, files, examples }) => (
          <li key={reason}>
            <span className="c-text-2">
              {reasonText(reason)}: {numberText(files)}
            </span>
            <span className="block c-text-3 text-sm wrap-anywhere">
              {examples.join(', ')}
              {files > examples.length && ', …'}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
