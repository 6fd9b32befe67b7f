import { type ExportRequest, exportFilter, packTree } from 'devonz-engine-protocol/client-wire/export-format';
import { zipSync } from 'fflate';
import type { FileSystem } from '../kernel/files/file-system.ts';
import { readTree } from './file-tree.ts';
import { withNodeErrors } from './node-error.ts';

export function exportFiles(
  fileSystem: FileSystem,
  folder: string,
  request: ExportRequest,
  isKept: (path: string) => boolean = () => true,
): Uint8Array {
  const isExported = exportFilter(request);
  const tree = withNodeErrors('scandir', [folder], () =>
    readTree(fileSystem, folder, (path, kind) => {
      if (!isKept(path) || (request.ignoreSymlinks && fileSystem.lstat(`${folder}/${path}`).kind === 'symlink')) return false;
      return isExported(path, kind);
    }),
  );
  return packTree(tree, request.format ?? 'json', zipSync);
}
