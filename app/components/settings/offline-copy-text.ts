import { t } from '../../lib/i18n/t.ts';

/** The texts in Settings → Data about the copy that lets the app open offline. */
export const OFFLINE_COPY_TEXT = {
  title: () => t('Open without a network'),
  ready: (size: string) =>
    t(
      'The app and its runtime are kept in this browser ({size}): chats, files, editor, terminals, previews opened before and models on this computer work without a network.',
      { size },
    ),
  newer: () => t('A newer version is kept and ready; a reload brings it.'),
  making: () => t('The app and its runtime are being kept in this browser…'),
  none: {
    soon: () => t('A copy of the app and its runtime is made soon, when nothing else is loading.'),
    'data-saver': () => t('No copy is made by itself while this browser saves data. It takes about 22 MB.'),
    'no-room': () => t('There is too little room for a copy. Clear caches, or delete chats that you no longer need.'),
    removed: () => t('There is no copy: the app opens only while its server can be reached.'),
    'server-away': () => t('A copy is made when the server can be reached again.'),
  },
  failed: {
    'no-room': () => t('The copy was not made: this browser gives it no room. What was kept before is unchanged.'),
    'not-whole': () =>
      t('The copy was not made: the server did not give all of it, as while it is being updated. It is tried again at the next start.'),
    refused: () => t('The server keeps no copies in browsers.'),
    unknown: () => t('The copy was not made. It is tried again at the next start.'),
  },
  impossible: () => t('This browser cannot keep one here: it has no service workers in this window.'),
  make: () => t('Keep a copy'),
  remove: () => t('Remove the offline copy'),
  reload: () => t('Reload'),
} as const;
