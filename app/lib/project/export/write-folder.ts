import { archiveNames } from './archive-names.ts';
import type { ExportedEntry } from './exported-entry.ts';

export interface WrittenFolder {
  /** Name of the new folder inside the one that the user chose. */
  folder: string;
  files: number;
  /** Files whose names this computer does not accept. */
  failed: readonly string[];
}

/** Writes everything into a new subfolder; existing files are never touched. Links are left out because browsers cannot create them. */
export async function writeFolder(
  parent: FileSystemDirectoryHandle,
  wanted: string,
  entries: readonly ExportedEntry[],
): Promise<WrittenFolder> {
  const folder = await freeFolderName(parent, wanted);
  const root = await parent.getDirectoryHandle(folder, { create: true });
  const names = archiveNames(entries.map(({ path }) => path));
  const failed: string[] = [];
  let files = 0;
  for (const [index, entry] of entries.entries()) {
    const name = names[index] ?? entry.path;
    try {
      if (entry.kind === 'folder') await folderAt(root, name.split('/'));
      if (entry.kind !== 'file') continue;
      const content = await entry.read();
      if (content === null) continue;
      await writeFileAt(root, name, content);
      files += 1;
    } catch (error) {
      // Any other error, such as a full disk or a revoked permission, ends the export.
      if (!(error instanceof TypeError)) throw error;
      failed.push(entry.path);
    }
  }
  return { folder, files, failed };
}

async function freeFolderName(parent: FileSystemDirectoryHandle, wanted: string): Promise<string> {
  const taken = new Set<string>();
  // Many file systems ignore case in names.
  for await (const name of parent.keys()) taken.add(name.toLowerCase());
  let free = wanted;
  for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${wanted}-${count}`;
  return free;
}

async function folderAt(root: FileSystemDirectoryHandle, segments: readonly string[]): Promise<FileSystemDirectoryHandle> {
  let folder = root;
  for (const segment of segments) folder = await folder.getDirectoryHandle(segment, { create: true });
  return folder;
}

async function writeFileAt(root: FileSystemDirectoryHandle, path: string, content: Uint8Array): Promise<void> {
  const segments = path.split('/');
  const name = segments.pop() ?? path;
  const handle = await (await folderAt(root, segments)).getFileHandle(name, { create: true });
  const stream = await handle.createWritable();
  await stream.write(new Uint8Array(content));
  await stream.close();
}
