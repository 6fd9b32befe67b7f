import { type ExportRequest, exportFilter, packTree } from 'devonz-engine-protocol/client-wire/export-format';
import { checkWireName, isWireFile, isWireFolder, type WireFolder, wireContent } from 'devonz-engine-protocol/client-wire/file-tree';
import { unpackMessage } from 'devonz-engine-protocol/message-pack';
import { zipSync } from 'fflate';
import type { MachineFiles } from '../../machine/machine.ts';

const OPENING_BRACE = 0x7b;
const EXECUTABLE = 0o755;

/** Mounts a tree below an existing folder: JSON from the client, or MessagePack from `@webcontainer/snapshot`. */
export async function mountTree(files: MachineFiles, folder: string, bytes: Uint8Array): Promise<void> {
  const tree: unknown = bytes[0] === OPENING_BRACE ? JSON.parse(new TextDecoder().decode(bytes)) : unpackMessage(bytes);
  await files.list(folder);
  await writeFolder(files, folder, tree);
}

async function writeFolder(files: MachineFiles, folder: string, tree: unknown): Promise<void> {
  if (!isWireFolder(tree)) throw new Error('mount: this is no tree of files');
  for (const [name, entry] of Object.entries(tree.d)) {
    checkWireName(name);
    const path = `${folder}/${name}`;
    if (isWireFolder(entry)) {
      await files.makeFolder(path, true);
      await writeFolder(files, path, entry);
    } else await writeEntry(files, path, entry);
  }
}

async function writeEntry(files: MachineFiles, path: string, entry: unknown): Promise<void> {
  if (!isWireFile(entry)) throw new Error(`mount: '${path}' is neither a file nor a folder`);
  if ('l' in entry.f) {
    await files.makeLink(entry.f.l, path);
    return;
  }
  const { content, isExecutable } = wireContent(entry.f);
  await files.write(path, content);
  if (isExecutable) await files.setMode(path, EXECUTABLE);
}

export async function exportTree(files: MachineFiles, folder: string, request: ExportRequest): Promise<Uint8Array> {
  const isExported = exportFilter(request);
  const tree = await readFolder(files, folder, '', request.ignoreSymlinks === true, isExported);
  return packTree(tree ?? { d: {} }, request.format ?? 'json', zipSync);
}

async function readFolder(
  files: MachineFiles,
  root: string,
  relative: string,
  ignoresLinks: boolean,
  isExported: ReturnType<typeof exportFilter>,
): Promise<WireFolder | null> {
  const folder: WireFolder = { d: Object.create(null) };
  for (const { name, kind } of await files.list(relative === '' ? root : `${root}/${relative}`)) {
    const path = relative === '' ? name : `${relative}/${name}`;
    const whole = `${root}/${path}`;
    if (kind === 'directory') {
      const below = await readFolder(files, root, path, ignoresLinks, isExported);
      if (below !== null) folder.d[name] = below;
    } else if (kind === 'symlink') {
      if (!ignoresLinks && isExported(path, 'file')) folder.d[name] = { f: { l: await files.readLink(whole) } };
      // Sockets and devices have no content to export.
    } else if (kind === 'file' && isExported(path, 'file')) folder.d[name] = { f: { c: await files.read(whole) } };
  }
  const isEmpty = Object.keys(folder.d).length === 0;
  return isEmpty && relative !== '' && !isExported(relative, 'folder') ? null : folder;
}
