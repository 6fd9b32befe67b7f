import { numberText } from '../i18n/number-text.ts';
import { t } from '../i18n/t.ts';
import { DIAGNOSTICS_TEXT as TEXT } from './diagnostics-text.ts';
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
      ? { id: 'persistence', name: TEXT.persistence(), state: 'good', value: TEXT.persisted() }
      : { id: 'persistence', name: TEXT.persistence(), state: 'warning', value: TEXT.notPersisted(), advice: TEXT.persistenceAdvice() },
  ];
}

function roomFinding(estimate: StorageState['estimate']): Finding {
  const about = { id: 'storage', name: TEXT.storage() } as const;
  if (estimate === null) return { ...about, state: 'note', value: TEXT.storageUnknown() };
  const value = t('{usage} of {quota} used', { usage: megabytes(estimate.usage), quota: megabytes(estimate.quota) });
  return estimate.usage > estimate.quota * NEARLY_FULL
    ? { ...about, state: 'warning', value, advice: TEXT.storageFull() }
    : { ...about, state: 'good', value };
}

function megabytes(bytes: number): string {
  return `${numberText(bytes / 1_000_000, { maximumFractionDigits: bytes < 100_000_000 ? 1 : 0 })} MB`;
}
