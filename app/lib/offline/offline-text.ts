/** What is said of copies for when there is no network. */
export const OFFLINE_TEXT = {
  newVersion: 'A new version is ready.',
  reload: 'Reload',
  runGoesOn: 'A run is at work in this tab. A reload pauses it; it continues when the page is back.',
  reloadAllTheSame: 'Reload now',
  removed: 'The offline copy was removed. The app opens only while its server can be reached.',
  notRemoved: 'The offline copy was not removed',
} as const;
