import { plural } from '../../../lib/i18n/plural.ts';

/** Shows counts as `+18 −6`; omits those that are unknown or zero. */
export function DiffCounts({ added, removed }: { added: number | null; removed: number | null }) {
  return (
    <span className="type-figures inline-flex shrink-0 gap-6px">
      {added !== null && added > 0 && (
        <span className="c-green">
          <span aria-hidden="true">+{added}</span>
          <span className="visually-hidden">{plural(added, { one: '{count} line added', other: '{count} lines added' })}</span>
        </span>
      )}
      {removed !== null && removed > 0 && (
        <span className="c-red">
          <span aria-hidden="true">−{removed}</span>
          <span className="visually-hidden">{plural(removed, { one: '{count} line removed', other: '{count} lines removed' })}</span>
        </span>
      )}
    </span>
  );
}
