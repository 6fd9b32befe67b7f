/** Events of the page as a whole. Separate from the other ports, which the core uses too, without access to a document. */
export interface PageEvents {
  /** Calls back when the user returns to this page. */
  onSeen(run: () => void): void;
  /** Calls back when the page is hidden or about to be closed. */
  onHidden(run: () => void): void;
  /** Makes the browser ask the user before the page is closed while `wouldLose()` returns true. */
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
