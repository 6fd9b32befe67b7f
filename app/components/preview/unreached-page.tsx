import { useStore } from '@nanostores/react';
import { $isServerAway } from '../../lib/stores/offline/server.ts';
import { $pagePlaces } from '../../lib/stores/previews.ts';
import { PREVIEW_TEXT } from './preview-text.ts';

/** Covers the browser's error page if the page's address is new to this browser and the server that provides it is away. */
export function UnreachedPage({ port }: { port: number }) {
  const isServerAway = useStore($isServerAway);
  const hasSpoken = useStore($pagePlaces).has(port);
  if (!isServerAway || hasSpoken) return null;
  return (
    <p role="status" className="preview-wait preview-unreached">
      {PREVIEW_TEXT.unreached(port)}
    </p>
  );
}
