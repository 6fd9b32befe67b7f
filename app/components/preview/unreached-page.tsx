import { useStore } from '@nanostores/react';
import { $isServerAway } from '../../lib/stores/offline/server.ts';
import { $pagePlaces } from '../../lib/stores/previews.ts';
import { PREVIEW_TEXT } from './preview-text.ts';

/** Over what the browser shows in place of a page whose address it has never been given: only with the server is it there. */
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
