import { t, tIn } from '../i18n/t.ts';

/** Texts of the examinations, with advice on their findings. */
export const DIAGNOSTICS_TEXT = {
  browser: () => t('Browser'),
  oldBrowser: () => t('Devonz is tested with Chromium 120 and newer. Update the browser if something does not work.'),
  unknownBrowser: () => t('Devonz is tested in Chromium. If something does not work here, try Chrome, Edge or another Chromium.'),
  isolation: () => t('Cross-origin isolation'),
  isolated: () => t('On, with shared memory'),
  notIsolated: () => t('Off: the engine cannot start'),
  isolationAdvice: () =>
    t(
      'Open the app over https or at its local address, at top level and not in a frame, and reload. A proxy in between must keep the headers Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy.',
    ),
  serviceWorkers: () => t('Service workers'),
  present: () => t('Present'),
  noServiceWorkers: () => t('Missing: previews cannot open'),
  serviceWorkersAdvice: () => t('Private windows of some browsers have none: open the app in an ordinary window.'),
  offlineCopy: () => t('Opens without a network'),
  offlineReady: (megabytes: number) => t('Yes, {megabytes} MB are kept', { megabytes }),
  offlineNewer: () => t('Yes; a newer version is ready'),
  offlineMaking: () => t('Soon: a copy is being made'),
  offlineNot: () => t('Not yet'),
  offlineRemoved: () => t('No: the copy was removed'),
  offlineImpossible: () => t('No'),
  offlineAdvice: () => t('Settings → Data → Open without a network says why.'),
  folders: () => t('Folders of this computer'),
  foldersYes: () => t('Can be opened and kept equal'),
  foldersNo: () => t('Are uploaded: this browser cannot write to them'),
  storage: () => t('Storage'),
  storageUnknown: () => t('The browser does not say how much there is'),
  storageFull: () => t('Free some under Settings → Data: delete chats, clear caches. Export what matters to you first.'),
  persistence: () => t('Kept when the disk runs short'),
  persisted: () => t('Yes, the browser has promised it'),
  notPersisted: () => t('Not promised'),
  persistenceAdvice: () => t('Settings → Data → Ask to keep it. Export what matters to you.'),
  server: () => t('The app’s server'),
  serverAdvice: () =>
    t('Check that the server runs and that this computer is online, then check again. Chats and files are in this browser and stay.'),
  offline: () => t('This computer is offline'),
  keys: () => tIn('of providers', 'Keys'),
  noKeys: () => t('None: the demo model answers'),
  keysAdvice: () => t('Settings → Models → Add a provider.'),
  keysUnknown: () => t('Not known: the server did not answer'),
  runtime: () => t('Runtime'),
  runtimeGood: (host: string, milliseconds: number) =>
    t('{host} ran a program that wrote and read a file, in {milliseconds} ms', { host, milliseconds }),
  runtimeElsewhere: () => t('Runs in the other tab'),
  runtimeElsewhereAdvice: () => t('Check there, or press “Use it here” first.'),
  runtimeAdvice: () => t('Restart the runtime (command palette). If this keeps happening, choose the other one under Settings → Runtime.'),
  runtimeSlow: () => t('It did not answer within 30 seconds'),
  runtimeOdd: (exitCode: number, output: string) =>
    output === ''
      ? t('Its test program ended with {exitCode} and printed nothing', { exitCode })
      : t('Its test program ended with {exitCode}: {output}', { exitCode, output }),
  version: () => t('Version'),
} as const;
