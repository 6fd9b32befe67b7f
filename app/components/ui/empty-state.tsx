import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** What an area shows when it has nothing: one sentence that teaches, and a button where one helps. */
export function EmptyState({ icon, text, children }: { icon: string; text: string; children?: ReactNode }) {
  return (
    <div className="empty-state">
      <Icon name={icon} size={20} />
      <p>{text}</p>
      {children}
    </div>
  );
}
