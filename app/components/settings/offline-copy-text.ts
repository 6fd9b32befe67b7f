/** What Settings → Data says of the copy by which the app opens without a network. */
export const OFFLINE_COPY_TEXT = {
  title: 'Open without a network',
  ready: (size: string) =>
    `The app and its runtime are kept in this browser (${size}): chats, files, editor, terminals, previews opened before and models on this computer work without a network.`,
  newer: 'A newer version is kept and ready; a reload brings it.',
  making: 'The app and its runtime are being kept in this browser…',
  none: {
    soon: 'A copy of the app and its runtime is made soon, when nothing else is loading.',
    'data-saver': 'No copy is made by itself while this browser saves data. It takes about 22 MB.',
    'no-room': 'There is too little room for a copy. Clear caches, or delete chats that you no longer need.',
    removed: 'There is no copy: the app opens only while its server can be reached.',
    'server-away': 'A copy is made when the server can be reached again.',
  },
  failed: {
    'no-room': 'The copy was not made: this browser gives it no room. What was kept before is unchanged.',
    'not-whole':
      'The copy was not made: the server did not give all of it, as while it is being updated. It is tried again at the next start.',
    refused: 'The server keeps no copies in browsers.',
    unknown: 'The copy was not made. It is tried again at the next start.',
  },
  impossible: 'This browser cannot keep one here: it has no service workers in this window.',
  make: 'Keep a copy',
  remove: 'Remove the offline copy',
  reload: 'Reload',
} as const;
