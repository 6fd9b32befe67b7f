import { useEffect, useRef } from 'react';

/** Calls `commit` when the field goes without a blur: its dialog is closed, or the page is reloaded or left. */
export function useCommitOnLeave(commit: () => void): void {
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  useEffect(() => {
    const leave = () => latest.current();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
}
