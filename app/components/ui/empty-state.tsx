import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** Shown in an empty area: one helpful sentence, and a button if useful. */
export function EmptyState({ icon, text, children }: { icon: string; text: string; children?: ReactNode }) {
  return (
    <div className="empty-state">
      <Icon name={icon} size={20} />
      <p>{text}</p>
      {children}
    </div>
  );
}
