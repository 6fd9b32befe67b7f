import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { ProjectDescription } from '../../../lib/project/catalog/project-catalog.ts';
import { $files } from '../../../lib/stores/files.ts';
import { useActions } from '../../page/workbench-context.tsx';

/** Delay in milliseconds, because opening or installing a project causes many changes. */
const REST = 200;

/** Describes the open project, again after each change of its files. Returns null while that is unknown or if none is open. */
export function useOpenProject(): ProjectDescription | null {
  const actions = useActions('projects');
  const files = useStore($files);
  const [open, setOpen] = useState<ProjectDescription | null>(null);
  useEffect(() => {
    if (files.size === 0) {
      setOpen(null);
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      void actions.describeOpen().then((description) => {
        if (isCurrent) setOpen(description);
      });
    }, REST);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [actions, files]);
  return open;
}
