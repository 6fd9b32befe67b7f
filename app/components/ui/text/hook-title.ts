import { t } from '../../../lib/i18n/t.ts';
import type { HookWhen } from '../../../lib/protocol/settings.ts';

/** What cards and lists call a hook of the project. */
export function hookTitle(when: HookWhen): string {
  return when === 'after-change' ? t('Hook, after changes') : t('Hook, before done');
}
