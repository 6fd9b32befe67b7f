import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useState } from 'react';
import { $isFullScreenAsked } from '../../lib/stores/previews.ts';

export interface FullScreen {
  isFull: boolean;
  toggle: () => void;
}

/**
 * Shows one element in the browser's full screen mode, which the browser announces and Escape ends. Returns null if the browser does not
 * support that for elements.
 */
export function useFullScreen(element: RefObject<HTMLElement>): FullScreen | null {
  const [isFull, setIsFull] = useState(false);
  // Known only after the first render: the page of unattended runs is rendered by the server, which has no document.
  const [isOffered, setIsOffered] = useState(false);
  useEffect(() => {
    setIsOffered(document.fullscreenEnabled);
    const onChange = () => setIsFull(document.fullscreenElement !== null && document.fullscreenElement === element.current);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [element]);
  const isAsked = useStore($isFullScreenAsked);
  useEffect(() => {
    if (!isAsked) return;
    $isFullScreenAsked.set(false);
    enter(element.current);
  }, [isAsked, element]);
  if (!isOffered) return null;
  return {
    isFull,
    toggle: () => (isFull ? void document.exitFullscreen().catch(() => undefined) : enter(element.current)),
  };
}

/** Rejected without a user gesture or if a policy forbids it; the page then stays as it is. */
function enter(element: HTMLElement | null): void {
  element?.requestFullscreen().catch(() => undefined);
}
