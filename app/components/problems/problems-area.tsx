import { EmptyState } from '../ui/empty-state.tsx';

/** Errors seen in the terminal, the build and the preview. */
export function ProblemsArea() {
  return <EmptyState icon="i-lucide-triangle-alert" text="No problems." />;
}
