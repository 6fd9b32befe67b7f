import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $settings } from '../../../lib/stores/settings.ts';
import { useReadiness } from '../../page/workbench-context.tsx';
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { THEME_KEY } from '../theme-script.ts';

/** Applies the chosen theme to the document and stores it for the next load's first paint. */
export function useTheme(): void {
  const { theme } = useStore($settings, { keys: ['theme'] });
  const isLight = useMediaQuery('(prefers-color-scheme: light)');
  const wantsContrast = useMediaQuery('(prefers-contrast: more)');
  const isReady = useReadiness().state === 'ready';
  useEffect(() => {
    // Until the settings are loaded the store holds defaults, which must not replace the choice of the theme script.
    if (!isReady) return;
    const system = wantsContrast ? 'hc' : isLight ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = theme === 'system' ? system : theme;
    try {
      localStorage.setItem(THEME_KEY, theme);
    } catch {
      // Storage is forbidden: the next load begins with the system's theme.
    }
  }, [theme, isLight, wantsContrast, isReady]);
}
