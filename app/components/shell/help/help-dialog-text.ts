import { t } from '../../../lib/i18n/t.ts';

export const HELP_DIALOG_TEXT = {
  back: () => t('All documents'),
  loading: () => t('Loading…'),
  missing: () => t('This document could not be loaded. Check the connection, then try again.'),
} as const;
