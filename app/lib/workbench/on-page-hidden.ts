/** Apart from the other ports: these are also the core's, which knows no document. */
export function onPageHidden(run: () => void): void {
  addEventListener('pagehide', run);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && run());
}
