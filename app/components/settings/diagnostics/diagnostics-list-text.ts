import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';

export const DIAGNOSTICS_LIST_TEXT = {
  looking: () => t('Looking… the runtime takes a few seconds.'),
  allGood: () => t('Everything works.'),
  found: (problems: number) => plural(problems, { one: '{count} finding needs you.', other: '{count} findings need you.' }),
  again: () => t('Check again'),
  copy: () => t('Copy report'),
  copied: () => t('Copied'),
  notCopied: () => t('The browser did not let it be copied: select it below.'),
  report: () => t('Report'),
  about: () => t('The report holds what is listed here: no key, no file, and no path of this computer.'),
  states: { good: () => t('Good'), note: () => t('Note'), warning: () => t('Look at this'), failed: () => t('Does not work') },
} as const;
