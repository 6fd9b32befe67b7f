import type { OfflineCopy } from '../stores/offline/offline-copy.ts';
import { DIAGNOSTICS_TEXT as TEXT } from './diagnostics-text.ts';
import type { Finding } from './finding.ts';

/** Examines whether the app opens without a network. */
export function examineOfflineCopy(copy: OfflineCopy): Finding {
  const about = { id: 'offline-copy', name: TEXT.offlineCopy(), state: 'note' } as const;
  switch (copy.status) {
    case 'ready':
      return {
        ...about,
        state: 'good',
        value: copy.hasNewer ? TEXT.offlineNewer() : TEXT.offlineReady(Math.round(copy.bytes / 1_000_000)),
      };
    case 'making':
      return { ...about, value: TEXT.offlineMaking() };
    case 'impossible':
      return { ...about, value: TEXT.offlineImpossible() };
    case 'failed':
      return { ...about, state: 'warning', value: TEXT.offlineNot(), advice: TEXT.offlineAdvice() };
    case 'none':
      return copy.why === 'removed'
        ? { ...about, value: TEXT.offlineRemoved() }
        : { ...about, value: TEXT.offlineNot(), advice: TEXT.offlineAdvice() };
  }
}
