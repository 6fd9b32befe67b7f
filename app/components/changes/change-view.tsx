import { useEffect, useRef } from 'react';
import { createDiffView, type DiffView } from '../../lib/editor/create-diff-view.ts';
import type { FileChange } from '../../lib/project/project-service.ts';

/** The difference of one file, to be read. */
export function ChangeView({ change }: { change: FileChange }) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<DiffView | null>(null);
  const { path, before, after } = change;
  useEffect(() => {
    if (!host.current) return undefined;
    view.current = createDiffView(host.current, { path, before, after });
    return () => view.current?.destroy();
  }, [path, before, after]);
  return <div ref={host} className="flex-1 min-w-0 overflow-hidden" />;
}
