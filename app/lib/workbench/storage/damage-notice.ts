import type { Clock } from '../../agent/contract/ports.ts';
import { numberText } from '../../i18n/number-text.ts';
import { t } from '../../i18n/t.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import type { Damage, ReportDamage } from '../../persistence/damage.ts';

/** Milliseconds in which findings are combined into one notice. */
const GATHERED_MS = 500;
const MOST_NAMED = 5;

/** Reports damaged stored data, each once. */
export function createDamageNotice(notices: Pick<NoticeService, 'error'>, clock: Pick<Clock, 'after'>): ReportDamage {
  const said = new Set<string>();
  let found: Damage[] = [];
  const tell = () => {
    const names = found.slice(0, MOST_NAMED).map(({ what }) => what);
    if (found.length > MOST_NAMED) names.push(t('{count} more', { count: numberText(found.length - MOST_NAMED) }));
    const rest = found.every(({ isRestored }) => isRestored)
      ? t('What it says was found elsewhere: nothing is missing.')
      : t('It was left as it is, and everything else opens. Older versions of files are in the timeline of their chat.');
    notices.error(t('Damaged in this browser’s storage: {names}. {rest}', { names: names.join(', '), rest }));
    found = [];
  };
  return (damage) => {
    if (said.has(damage.key)) return;
    said.add(damage.key);
    if (found.push(damage) === 1) clock.after(GATHERED_MS, tell);
  };
}
