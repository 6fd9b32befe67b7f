import { type LeftOut, reasonText } from '../../lib/project/import/import-plan.ts';

/** What is not brought in, each reason with its count and the first names. */
export function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const count = leftOut.reduce((sum, { files }) => sum + files, 0);
  return (
    <details className="left-out">
      <summary>{count.toLocaleString('en')} left out</summary>
      <ul aria-label="Left out">
        {leftOut.map(({ reason, files, examples }) => (
          <li key={reason}>
            <span className="c-text-2">
              {reasonText(reason)}: {files.toLocaleString('en')}
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
