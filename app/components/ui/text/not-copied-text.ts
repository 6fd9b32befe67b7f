import { t } from '../../../lib/i18n/t.ts';

export function notCopiedText(): string {
  return t('The browser did not let the page copy it: select it and copy it yourself.');
}
