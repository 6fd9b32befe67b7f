import { EmptyState } from '../ui/empty-state.tsx';

/** The running app, by port. */
export function PreviewArea() {
  return <EmptyState icon="i-lucide-app-window" text="Nothing listens on a port yet. The preview opens when a server starts." />;
}
