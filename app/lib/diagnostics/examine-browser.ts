import { t } from '../i18n/t.ts';
import type { Finding } from './finding.ts';

/** Information about the browser that the page can read. */
export interface BrowserFacts {
  userAgent: string;
  isIsolated: boolean;
  hasSharedMemory: boolean;
  hasServiceWorkers: boolean;
  hasFolderAccess: boolean;
  isOnline(): boolean;
}

/** The oldest version in the engine's own tests; older ones lack required features. */
const OLDEST_CHROMIUM = 120;

export function examineBrowser(facts: BrowserFacts): Finding[] {
  return [browserFinding(facts.userAgent), isolationFinding(facts), serviceWorkerFinding(facts), folderFinding(facts)];
}

function browserFinding(userAgent: string): Finding {
  const about = { id: 'browser', name: t('Browser') } as const;
  const [, chromium] = /Chrom(?:e|ium)\/(\d+)/.exec(userAgent) ?? [];
  const [, other, version] = /\b(Firefox|Version)\/(\d+)/.exec(userAgent) ?? [];
  const system = /\(([^;)]{1,40})/.exec(userAgent)?.[1] ?? '';
  const onSystem = (browser: string) => (system === '' ? browser : t('{browser} on {system}', { browser, system }));
  if (chromium === undefined) {
    const name = other === undefined ? t('Another browser') : `${other === 'Version' ? 'Safari' : other} ${version}`;
    return {
      ...about,
      state: 'warning',
      value: onSystem(name),
      advice: t('Devonz is tested in Chromium. If something does not work here, try Chrome, Edge or another Chromium.'),
    };
  }
  const value = onSystem(`Chromium ${chromium}`);
  return Number(chromium) < OLDEST_CHROMIUM
    ? {
        ...about,
        state: 'warning',
        value,
        advice: t('Devonz is tested with Chromium 120 and newer. Update the browser if something does not work.'),
      }
    : { ...about, state: 'good', value };
}

function isolationFinding({ isIsolated, hasSharedMemory }: BrowserFacts): Finding {
  const about = { id: 'isolation', name: t('Cross-origin isolation') } as const;
  if (isIsolated && hasSharedMemory) return { ...about, state: 'good', value: t('On, with shared memory') };
  return {
    ...about,
    state: 'failed',
    value: t('Off: the engine cannot start'),
    advice: t(
      'Open the app over https or at its local address, at top level and not in a frame, and reload. A proxy in between must keep the headers Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy.',
    ),
  };
}

function serviceWorkerFinding({ hasServiceWorkers }: BrowserFacts): Finding {
  const about = { id: 'service-workers', name: t('Service workers') } as const;
  if (hasServiceWorkers) return { ...about, state: 'good', value: t('Present') };
  return {
    ...about,
    state: 'failed',
    value: t('Missing: previews cannot open'),
    advice: t('Private windows of some browsers have none: open the app in an ordinary window.'),
  };
}

function folderFinding({ hasFolderAccess }: BrowserFacts): Finding {
  return {
    id: 'folders',
    name: t('Folders of this computer'),
    state: 'note',
    value: hasFolderAccess ? t('Can be opened and kept equal') : t('Are uploaded: this browser cannot write to them'),
  };
}
