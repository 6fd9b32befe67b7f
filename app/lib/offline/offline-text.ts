import { t } from '../i18n/t.ts';

/** Texts of the offline copy. */
export const OFFLINE_TEXT = {
  newVersion: () => t('A new version is ready.'),
  reload: () => t('Reload'),
  runContinues: () => t('A run is at work in this tab. A reload pauses it; it continues when the page is back.'),
  reloadAllTheSame: () => t('Reload now'),
  removed: () => t('The offline copy was removed. The app opens only while its server can be reached.'),
  notRemoved: () => t('The offline copy was not removed'),
} as const;
