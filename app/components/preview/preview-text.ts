import { t } from '../../lib/i18n/t.ts';

/** Texts of the preview. */
export const PREVIEW_TEXT = {
  none: () => t('No server is running. When a command opens a port, its page appears here.'),
  starting: (command: string) => t('Starting… “{command}” has not opened a port yet.', { command }),
  waiting: (port: number) => t('Starting… Port {port} is open, its page is on its way.', { port }),
  unreached: (port: number) =>
    t(
      'Port {port} of this project has not been open with a network before, and its address needs the app’s server the first time. It opens when the server is back; press Reload then.',
      { port },
    ),
  elsewhere: (host: string) => t('{host} is not shown here: the preview shows what the project’s own servers answer.', { host }),
  closedPort: (port: number) => t('No server of the project has opened port {port}.', { port }),
  device: {
    bar: () => t('Device size'),
    width: () => t('Width in pixels'),
    height: () => t('Height in pixels'),
    turn: () => t('Turn the device'),
    zoom: () => t('Zoom'),
    fit: (percent: string | null) => (percent === null ? t('Fit') : t('Fit, {percent}', { percent })),
    close: () => t('Back to the pane’s size'),
  },
  fullScreen: () => t('Full screen'),
  leaveFullScreen: () => t('Leave full screen'),
  openElsewhere: () => t('Open in a new tab'),
  openHost: (host: string) => t('Open {host} in a new tab', { host }),
  backToPage: () => t('Back to the page'),
  console: {
    none: () => t('Nothing so far. What the page logs, and its errors, appear here.'),
    noneOfKind: () => t('Nothing of this kind so far.'),
    filter: () => t('Show'),
  },
} as const;
