/** What the preview says. */
export const PREVIEW_TEXT = {
  none: 'No server is running. When a command opens a port, its page appears here.',
  starting: (command: string) => `Starting… “${command}” has not opened a port yet.`,
  waiting: (port: number) => `Starting… Port ${port} is open, its page is on its way.`,
  unreached: (port: number) =>
    `Port ${port} of this project has not been open with a network before, and its address needs the app’s server the first time. It opens when the server is back; press Reload then.`,
  elsewhere: (host: string) => `${host} is not shown here: the preview shows what the project’s own servers answer.`,
  closedPort: (port: number) => `No server of the project has opened port ${port}.`,
  device: {
    bar: 'Device size',
    width: 'Width in pixels',
    height: 'Height in pixels',
    turn: 'Turn the device',
    zoom: 'Zoom',
    fit: (percent: string | null) => (percent === null ? 'Fit' : `Fit, ${percent}`),
    close: 'Back to the pane’s size',
  },
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  openElsewhere: 'Open in a new tab',
  console: {
    none: 'Nothing so far. What the page logs, and its errors, appear here.',
    noneOfKind: 'Nothing of this kind so far.',
    filter: 'Show',
  },
} as const;
