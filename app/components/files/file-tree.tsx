import { EmptyState } from '../ui/empty-state.tsx';

/** The project's files as a tree. */
export function FileTree() {
  return <EmptyState icon="i-lucide-folder" text="The project has no files yet." />;
}
