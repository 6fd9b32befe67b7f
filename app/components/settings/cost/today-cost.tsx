import { useStore } from '@nanostores/react';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { dayOf, spentOn } from '../../../lib/protocol/models/spending.ts';
import { $spending } from '../../../lib/stores/spending.ts';
import { cachedText, costText } from '../../ui/text/cost-text.ts';

/** Today's total cost of all models, in one line. */
export function TodayCost() {
  const today = spentOn(useStore($spending), dayOf(Date.now()));
  return (
    <p className="c-text-2" role="status" aria-label={t('Today')}>
      {today.requests === 0
        ? t('No model was asked today.')
        : plural(
            today.requests,
            { one: 'Today: {cost} · {count} request · {tokens}', other: 'Today: {cost} · {count} requests · {tokens}' },
            { cost: costText(today), tokens: cachedText(today) },
          )}
    </p>
  );
}
