import { EmptyState } from '../ui/empty-state.tsx';

/** The agent's terminal and the person's own. */
export function TerminalArea() {
  return <EmptyState icon="i-lucide-square-terminal" text="No terminal is open." />;
}
