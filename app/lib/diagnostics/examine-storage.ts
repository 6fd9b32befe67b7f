import { numberText } from '../i18n/number-text.ts';
import { t } from '../i18n/t.ts';
import type { Finding } from './finding.ts';

export interface StorageState {
  estimate: { usage: number; quota: number } | null;
  isPersisted: boolean;
}

/** Share of the browser's quota. */
const NEARLY_FULL = 0.8;

export function examineStorage({ estimate, isPersisted }: StorageState): Finding[] {
  return [
    roomFinding(estimate),
    isPersisted
      ? { id: 'persistence', name: t('Kept when the disk runs short'), state: 'good', value: t('Yes, the browser has promised it') }
      : {
          id: 'persistence',
          name: t('Kept when the disk runs short'),
          state: 'warning',
          value: t('Not promised'),
          advice: t('Settings → Data → Ask to keep it. Export what matters to you.'),
        },
  ];
}

function roomFinding(estimate: StorageState['estimate']): Finding {
  const about = { id: 'storage', name: t('Storage') } as const;
  if (estimate === null) return { ...about, state: 'note', value: t('The browser does not say how much there is') };
  const value = t('{usage} of {quota} used', { usage: megabytes(estimate.usage), quota: megabytes(estimate.quota) });
  return estimate.usage > estimate.quota * NEARLY_FULL
    ? {
        ...about,
        state: 'warning',
        value,
        advice: t('Free some under Settings → Data: delete chats, clear caches. Export what matters to you first.'),
      }
    : { ...about, state: 'good', value };
}

function megabytes(bytes: number): string {
  return `${numberText(bytes / 1_000_000, { maximumFractionDigits: bytes < 100_000_000 ? 1 : 0 })} MB`;
}
