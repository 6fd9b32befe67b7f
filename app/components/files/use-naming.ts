import { useState } from 'react';
import { useActions } from '../page/workbench-context.tsx';

/** A name being typed: for a new entry in a folder ('' is the root), or for an existing one. */
export type Naming = { type: 'file' | 'folder'; folder: string } | { type: 'rename'; path: string };

/** Returns the name being typed, and functions to start and finish it. */
export function useNaming() {
  const actions = useActions('files');
  const [naming, setNaming] = useState<Naming | null>(null);
  const give = (state: Naming, name: string): Promise<boolean> => {
    if (state.type === 'rename') {
      const cut = state.path.lastIndexOf('/');
      return actions.renamePath(state.path, `${state.path.slice(0, cut + 1)}${name}`);
    }
    const path = state.folder === '' ? name : `${state.folder}/${name}`;
    return state.type === 'file' ? actions.createFile(path) : actions.createFolder(path);
  };
  /** Returns false if the name was refused: a notice says why, and what was typed stays. */
  const finishNaming = async (name: string | null): Promise<boolean> => {
    const state = naming;
    if (state !== null && name !== null && name.trim() !== '' && !(await give(state, name))) return false;
    setNaming((now) => (now === state ? null : now));
    return true;
  };
  return { naming, setNaming, finishNaming };
}
