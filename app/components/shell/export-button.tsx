import { useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { deferredModule, useDeferredModule } from '../ui/loading/deferred-module.ts';

const exportMenu = deferredModule(() => import('./export-menu.tsx'));

/** Exports the project from the browser. Its menu is not needed before the first message; pressed before it has loaded, it opens then. */
export function ExportButton() {
  const { module: menu } = useDeferredModule(exportMenu, true);
  const [early, setEarly] = useState<'none' | 'focused' | 'pressed'>('none');
  if (menu !== null) return <menu.ExportMenu early={early} />;
  return (
    <IconButton
      icon="i-lucide-download"
      label={t('Export')}
      aria-haspopup="menu"
      className="export-button"
      onFocus={() => setEarly('focused')}
      onBlur={() => setEarly('none')}
      onClick={() => setEarly('pressed')}
    />
  );
}
