import { useState } from 'react';
import { saveBlob } from '../../lib/browser/save-blob.ts';
import { pickFiles } from '../page/ways-in/pick-files.ts';
import { useActions } from '../page/workbench-context.tsx';
import { visibleName } from '../ui/text/visible-name.ts';
import { folderOf, type TreeRow } from './file-tree-rows.ts';
import type { Naming } from './use-naming.ts';

/** Returns the folder for something new or moved: the row's folder, or that of its file; '' is the root. */
export function targetFolder(row: Pick<TreeRow, 'kind' | 'path'> | null): string {
  if (row === null) return '';
  return row.kind === 'directory' ? row.path : folderOf(row.path);
}

export const ask = (question: string): boolean => window.confirm(question);

/** Commands of the menu and the keys for a row; a `null` row is the project's root. */
export interface TreeCommands {
  startNew(type: 'file' | 'folder', row: TreeRow | null): void;
  rename(row: TreeRow): void;
  remove(row: TreeRow): void;
  download(row: TreeRow): void;
  upload(row: TreeRow | null): void;
  cut(row: TreeRow | null): void;
  paste(row: TreeRow | null): void;
}

interface TreeCommandsOptions {
  openFolder(path: string): void;
  setNaming(naming: Naming): void;
}

export function useTreeCommands({ openFolder, setNaming }: TreeCommandsOptions): TreeCommands & { cutPath: string | null } {
  const actions = useActions('files');
  const [cutPath, setCutPath] = useState<string | null>(null);
  return {
    cutPath,
    startNew(type, row) {
      const folder = targetFolder(row);
      if (folder !== '') openFolder(folder);
      setNaming({ type, folder });
    },
    rename: (row) => setNaming({ type: 'rename', path: row.path }),
    remove: (row) => void actions.deletePath(row.path),
    download(row) {
      const isFile = row.kind === 'file';
      // As in the tree: invisible characters could make the name look like another.
      const name = visibleName(row.name);
      void (isFile ? actions.exportFile(row.path) : actions.exportFolder(row.path)).then(
        (blob) => blob !== null && saveBlob(blob, isFile ? name : `${name}.zip`),
      );
    },
    upload: (row) =>
      pickFiles({ multiple: true }, (files) => {
        const taken = files.map((file) => ({ path: file.name, file }));
        void actions.uploadInto(targetFolder(row), { type: 'files', name: null, files: taken, skipped: [] }, ask);
      }),
    cut: (row) => setCutPath(row?.path ?? null),
    paste(row) {
      if (cutPath === null) return;
      setCutPath(null);
      void actions.movePath(cutPath, targetFolder(row));
    },
  };
}
