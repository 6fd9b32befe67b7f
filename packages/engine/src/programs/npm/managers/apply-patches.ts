import { applyPatch, parsePatch } from 'diff';
import type { TreeEdit } from '../install/tree-edit.ts';
import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import { joinPath } from '../project-files.ts';
import { gunzip, readArchive } from '../registry/read-archive.ts';
import { tarballPath } from '../registry/registry-client.ts';
import type { PackageNode } from '../resolve/package-node.ts';
import { type ProjectPatch, patchFor } from './project-patch.ts';

/** Writes patched files, created from the packages' own archives, so that applying them repeatedly gives the same result. */
export async function applyPatches(
  session: NpmSession,
  { nodes, patches }: { nodes: readonly PackageNode[]; patches: readonly ProjectPatch[] },
  edit: TreeEdit,
): Promise<void> {
  for (const node of nodes) {
    const patch = patchFor(patches, node);
    if (patch === null || node.source.type !== 'registry') continue;
    const text = session.files.readText(joinPath(session.projectPath, patch.path));
    if (text === null) throw new NpmError('PATCH_NOT_FOUND', [`${patch.path}, the patch of ${patch.name}, is not there.`]);
    const contents = new Map<string, string>();
    const path = tarballPath(node.packageName, node.version, node.source.tarball);
    const archive = await gunzip(await session.client.tarball(path, node.source.integrity));
    for (const file of readArchive(archive)) contents.set(file.path, new TextDecoder().decode(file.content));
    writePatched({ folder: joinPath(session.projectPath, node.location), patch, node }, text, contents, edit);
  }
}

function writePatched(
  { folder, patch, node }: { folder: string; patch: ProjectPatch; node: PackageNode },
  text: string,
  contents: ReadonlyMap<string, string>,
  edit: TreeEdit,
): void {
  for (const part of parsePatch(text)) {
    const [before, after] = [fileOf(part.oldFileName), fileOf(part.newFileName)];
    if (part.hunks.length === 0 || (before ?? after) === null) continue;
    const patched = applyPatch(before === null ? '' : (contents.get(before) ?? ''), part);
    if (patched === false) {
      throw new NpmError('PATCH_FAILED', [
        `Could not apply ${patch.path} to ${node.lockedName}@${node.lockedVersion}: ${before ?? after} is not what the patch was made for.`,
      ]);
    }
    if (after === null) edit.remove(joinPath(folder, before ?? ''));
    else edit.write(joinPath(folder, after), patched);
  }
}

/** Strips the prefix (`a/lib/x.js` → `lib/x.js`). Returns null for a file that is absent before or after. */
function fileOf(name: string | undefined): string | null {
  if (name === undefined || name === '/dev/null') return null;
  const path = name.replace(/^[ab]\//, '').replace(/\t.*$/, '');
  return path.split('/').includes('..') || path.startsWith('/') ? null : path;
}
