import { useState } from 'react';
import { useActions } from '../page/workbench-context.tsx';

/** A name being typed: for a new entry in a folder ('' is the root), or for an existing one. */
export type Naming = { type: 'file' | 'folder'; folder: string } | { type: 'rename'; path: string };

/** Returns the name being typed, and functions to start and finish it. */
export function useNaming() {
  const actions = useActions('files');
  const [naming, setNaming] = useState<Naming | null>(null);
  const finishNaming = (name: string | null) => {
    const state = naming;
    setNaming(null);
    if (!state || name === null || name.trim() === '') return;
    if (state.type === 'rename') {
      const cut = state.path.lastIndexOf('/');
      void actions.renamePath(state.path, `${state.path.slice(0, cut + 1)}${name}`);
    } else {
      const path = state.folder === '' ? name : `${state.folder}/${name}`;
      void (state.type === 'file' ? actions.createFile(path) : actions.createFolder(path));
    }
  };
  return { naming, setNaming, finishNaming };
}
