import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/t.ts';

/** The agent's state in words, by the name that screen readers and tests find it by. */
export function StatusWords({ children }: { children: ReactNode }) {
  return (
    <span role="status" aria-label={t('Agent status')} aria-live="off" className="truncate">
      {children}
    </span>
  );
}
