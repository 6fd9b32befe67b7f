import { t } from '../../../lib/i18n/t.ts';
import type { HookWhen } from '../../../lib/protocol/settings.ts';

/** Returns the title of a project's hook for cards and lists. */
export function hookTitle(when: HookWhen): string {
  return when === 'after-change' ? t('Hook, after changes') : t('Hook, before done');
}
