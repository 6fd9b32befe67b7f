import { t } from '../i18n/t.ts';
import { DIAGNOSTICS_TEXT as TEXT } from './diagnostics-text.ts';
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
  const about = { id: 'browser', name: TEXT.browser() } as const;
  const [, chromium] = /Chrom(?:e|ium)\/(\d+)/.exec(userAgent) ?? [];
  const [, other, version] = /\b(Firefox|Version)\/(\d+)/.exec(userAgent) ?? [];
  const system = /\(([^;)]{1,40})/.exec(userAgent)?.[1] ?? '';
  const onSystem = (browser: string) => (system === '' ? browser : t('{browser} on {system}', { browser, system }));
  if (chromium === undefined) {
    const name = other === undefined ? t('Another browser') : `${other === 'Version' ? 'Safari' : other} ${version}`;
    return { ...about, state: 'warning', value: onSystem(name), advice: TEXT.unknownBrowser() };
  }
  const value = onSystem(`Chromium ${chromium}`);
  return Number(chromium) < OLDEST_CHROMIUM
    ? { ...about, state: 'warning', value, advice: TEXT.oldBrowser() }
    : { ...about, state: 'good', value };
}

function isolationFinding({ isIsolated, hasSharedMemory }: BrowserFacts): Finding {
  const about = { id: 'isolation', name: TEXT.isolation() } as const;
  if (isIsolated && hasSharedMemory) return { ...about, state: 'good', value: TEXT.isolated() };
  return { ...about, state: 'failed', value: TEXT.notIsolated(), advice: TEXT.isolationAdvice() };
}

function serviceWorkerFinding({ hasServiceWorkers }: BrowserFacts): Finding {
  const about = { id: 'service-workers', name: TEXT.serviceWorkers() } as const;
  if (hasServiceWorkers) return { ...about, state: 'good', value: TEXT.present() };
  return { ...about, state: 'failed', value: TEXT.noServiceWorkers(), advice: TEXT.serviceWorkersAdvice() };
}

function folderFinding({ hasFolderAccess }: BrowserFacts): Finding {
  return { id: 'folders', name: TEXT.folders(), state: 'note', value: hasFolderAccess ? TEXT.foldersYes() : TEXT.foldersNo() };
}
