/** What happens to the page as a whole. Apart from the other ports: those are also the core's, which knows no document. */
export interface PageEvents {
  /** Calls back when the user comes back to this page. */
  onSeen(run: () => void): void;
  /** Calls back when the page is hidden, or about to go. */
  onHidden(run: () => void): void;
  /** Has the browser ask the user before the page goes while `wouldLose()`. */
  onLeft(wouldLose: () => boolean): void;
}

export const browserPageEvents: PageEvents = {
  onSeen: (run) => addEventListener('focus', run),
  onHidden(run) {
    addEventListener('pagehide', run);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && run());
  },
  onLeft(wouldLose) {
    addEventListener('beforeunload', (event) => {
      if (wouldLose()) event.preventDefault();
    });
  },
};
