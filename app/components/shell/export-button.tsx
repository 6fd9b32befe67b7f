import { Suspense } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { useIsMounted } from '../ui/hooks/use-is-mounted.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { lazyPart } from '../ui/loading/lazy-part.ts';

const ExportMenu = lazyPart(async () => ({ default: (await import('./export-menu.tsx')).ExportMenu }));

/** Exports the project from the browser. Its menu is not needed before the first message. */
export function ExportButton() {
  const place = <IconButton icon="i-lucide-download" label={t('Export')} className="export-button" disabled />;
  return useIsMounted() ? (
    <Suspense fallback={place}>
      <ExportMenu />
    </Suspense>
  ) : (
    place
  );
}
