import { EmptyState } from '../ui/empty-state.tsx';

/** The open files of the project in tabs. */
export function EditorArea() {
  return <EmptyState icon="i-lucide-file-code" text="No file is open. Choose one in the tree." />;
}
