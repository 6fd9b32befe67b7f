import { EmptyState } from '../ui/empty-state.tsx';

/** What the agent changed, file by file. */
export function ChangesArea() {
  return <EmptyState icon="i-lucide-file-diff" text="No file has changed yet." />;
}
