import { useStore } from '@nanostores/react';
import { buttonName } from '../../lib/button-names/button-name.ts';
import { t } from '../../lib/i18n/t.ts';
import { $isServerAway } from '../../lib/stores/offline/server.ts';
import { $pagePlaces } from '../../lib/stores/previews.ts';

/** Covers the browser's error page if the page's address is new to this browser and the server that provides it is away. */
export function UnreachedPage({ port }: { port: number }) {
  const isServerAway = useStore($isServerAway);
  const hasSpoken = useStore($pagePlaces).has(port);
  if (!isServerAway || hasSpoken) return null;
  return (
    <p role="status" className="preview-wait preview-unreached">
      {t(
        'Port {port} of this project has not been open with a network before, and its address needs the app’s server the first time. It opens when the server is back; press “{button}” then.',
        { port, button: buttonName('reload-preview') },
      )}
    </p>
  );
}
