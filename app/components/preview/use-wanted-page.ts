import { useStore } from '@nanostores/react';
import { type RefObject, useEffect } from 'react';
import { $isPageWanted } from '../page/open-in-preview.ts';

/** Returns to the address that the frame was opened at, when requested. */
export function useWantedPage(frame: RefObject<HTMLIFrameElement>): void {
  const isWanted = useStore($isPageWanted);
  useEffect(() => {
    if (!isWanted) return;
    $isPageWanted.set(false);
    const address = frame.current?.getAttribute('src');
    if (frame.current && address) frame.current.src = address;
  }, [isWanted, frame]);
}
