import { plural } from '../../i18n/plural.ts';
import { t } from '../../i18n/t.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import { resolveLinks } from '../../runtime/resolve-links.ts';
import type { RuntimeService } from '../../runtime/runtime-service.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { WorkspacePath } from '../../runtime/types.ts';
import { $runtime } from '../../stores/workbench.ts';
import { linkTarget } from '../link-target.ts';
import type { ProjectService } from '../project-service.ts';
import type { ExportedEntry } from './exported-entry.ts';
import { listRuntime, type RuntimeListing } from './runtime-listing.ts';
import { writeFolder } from './write-folder.ts';
import { zipFiles } from './zip-files.ts';

/** How a project's files leave the browser. No method rejects; null: it did not work, and a notice says why. */
export interface ExportActions {
  /** `withPackages`: what is installed as well. */
  exportZip(options?: { withPackages: boolean }): Promise<Blob | null>;
  exportFile(path: string): Promise<Blob | null>;
  /** As a zip, with paths from the folder on. */
  exportFolder(path: string): Promise<Blob | null>;
  /** Makes a folder of that name, or one like it where there is such a thing, and writes everything into it. */
  exportToFolder(parent: FileSystemDirectoryHandle, name: string): Promise<void>;
}

export interface ExportDependencies {
  project: Pick<ProjectService, 'contents' | 'workspace' | 'recorded'>;
  runtime: Pick<RuntimeService, 'ready'>;
  notices: Pick<NoticeService, 'guard' | 'info' | 'error'>;
  onExported(): void;
}

const NOTHING: RuntimeListing = { executables: [], emptyFolders: [], packages: [], links: [] };

export function createExportService(dependencies: ExportDependencies): ExportActions {
  const { project, notices, onExported } = dependencies;
  return {
    async exportZip({ withPackages } = { withPackages: false }) {
      const blob = await notices.guard(t('The project could not be exported'), async () =>
        zipFiles(await entriesOf(dependencies, { withPackages, linksIn: '' })),
      );
      if (blob !== null) onExported();
      return blob;
    },
    exportFile: (path) =>
      notices.guard(t('{path} could not be exported', { path }), async () => {
        const place = toWorkspacePath(path);
        if (place === null) throw new Error(t('it is not a path inside the project'));
        return new Blob([new Uint8Array(await project.workspace('person').readFile(place))]);
      }),
    exportFolder: (path) =>
      notices.guard(t('{path} could not be exported', { path }), async () => {
        const entries = await entriesOf(dependencies, { withPackages: false, linksIn: path });
        const inFolder = entries.filter((entry) => entry.path.startsWith(`${path}/`));
        return zipFiles(inFolder.map((entry) => ({ ...entry, path: entry.path.slice(path.lastIndexOf('/') + 1) })));
      }),
    async exportToFolder(parent, name) {
      await notices.guard(t('The project was not written into the folder'), async () => {
        const { folder, files, failed } = await writeFolder(
          parent,
          name,
          // A browser makes no links: what they lead to is written in their places.
          await entriesOf(dependencies, { withPackages: false, linksIn: null }),
        );
        const written = plural(
          files,
          { one: '{count} file written into “{folder}”.', other: '{count} files written into “{folder}”.' },
          { folder: `${parent.name}/${folder}` },
        );
        if (failed.length === 0) notices.info(written);
        else {
          const names = failed.slice(0, 5).join(', ');
          notices.error(t('{written} Not written, because this computer takes no such names: {names}.', { written, names }));
        }
        onExported();
      });
    },
  };
}

interface Wanted {
  withPackages: boolean;
  /** Links leave as links if they lead no further than this folder, from which the paths begin where they are unpacked; null: none does. */
  linksIn: string | null;
}

async function entriesOf({ project, runtime, notices }: ExportDependencies, wanted: Wanted): Promise<ExportedEntry[]> {
  const { withPackages } = wanted;
  const isRunning = $runtime.get().status === 'ready';
  if (withPackages && !isRunning)
    throw new Error(t('installed packages are in the runtime, and none runs; start it again, or export without them'));
  await project.recorded();
  const listing = isRunning ? await listed(runtime, withPackages, notices) : NOTHING;
  const isListed = listing !== NOTHING;
  const executables = new Set(listing.executables);
  const recorded = await project.contents();
  const contents = recorded.filter((file) => 'content' in file);
  const known = new Set(contents.map(({ path }) => path));
  const all = new Map(listing.links.map((link) => [link.path, link]));
  for (const file of recorded) if ('linkTo' in file) all.set(file.path, { path: file.path, target: file.linkTo });
  const leaving = withFolders([...known, ...all.keys(), ...listing.packages, ...listing.emptyFolders]);
  const links = [...all.values()].filter((link) => leadsInside(link, wanted.linksIn, leaving));
  const linked = new Set(links.map(({ path }) => path));
  const followed = [...all.keys()].filter((path) => !linked.has(path) && !known.has(path) && !isIgnoredPath(path));
  const workspace = project.workspace('person');
  const packages = listing.packages.flatMap((path): ExportedEntry[] => {
    const place = toWorkspacePath(path);
    if (place === null || known.has(path)) return [];
    return [{ kind: 'file', path, isExecutable: executables.has(path), read: () => readIfThere(workspace, place) }];
  });
  return [
    ...contents.map(
      ({ path, content, isExecutable }): ExportedEntry => ({
        kind: 'file',
        path,
        // Without a runtime the record says so.
        isExecutable: isListed ? executables.has(path) : isExecutable === true,
        read: async () => content,
      }),
    ),
    ...listing.emptyFolders.filter((path) => toWorkspacePath(path) !== null).map((path): ExportedEntry => ({ kind: 'folder', path })),
    ...packages,
    ...followed.flatMap((path): ExportedEntry[] => {
      const place = placeBehind(path, all);
      if (place === null) return [];
      const content = contents.find((file) => file.path === place)?.content;
      const read = async () => content ?? (isRunning ? readIfThere(workspace, place) : null);
      return [{ kind: 'file', path, isExecutable: executables.has(place), read }];
    }),
    ...links.map((link): ExportedEntry => ({ kind: 'link', ...link })),
  ];
}

/** What a link leads to inside the project, where a copy of that takes its place; null: nothing that is the project's. */
function placeBehind(path: string, links: ReadonlyMap<string, RuntimeListing['links'][number]>): WorkspacePath | null {
  if (toWorkspacePath(path) !== path) return null;
  const place = resolveLinks(path, (at) => links.get(at)?.target ?? null);
  return place === null || place === '' ? null : toWorkspacePath(place);
}

/**
 * A link that leads out of where it is unpacked would read, or write, another file of the user's machine; one to what does not leave, such
 * as packages, would lead nowhere.
 */
function leadsInside({ path, target }: RuntimeListing['links'][number], folder: string | null, leaving: ReadonlySet<string>): boolean {
  if (folder === null || toWorkspacePath(path) === null) return false;
  const place = linkTarget(path, target);
  if (place === null || !leaving.has(place)) return false;
  return folder === '' || place === folder || place.startsWith(`${folder}/`);
}

/** These paths and all folders above them, the root too. */
function withFolders(paths: readonly string[]): ReadonlySet<string> {
  const all = new Set(['']);
  for (const path of paths) for (let at = path; at !== '' && !all.has(at); at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) all.add(at);
  return all;
}

/** A project leaves also when its runtime does not answer; without the packages that were asked for it does not. */
async function listed(
  runtime: Pick<RuntimeService, 'ready'>,
  withPackages: boolean,
  notices: Pick<NoticeService, 'info'>,
): Promise<RuntimeListing> {
  try {
    return await listRuntime((await runtime.ready()).runtime, withPackages);
  } catch (error) {
    if (withPackages) throw error;
    notices.info(t('The runtime did not say which files are programs and which folders are empty: the export is without that.'));
    return NOTHING;
  }
}

async function readIfThere(
  workspace: { readFile(path: WorkspacePath): Promise<Uint8Array> },
  path: WorkspacePath,
): Promise<Uint8Array | null> {
  return workspace.readFile(path).catch(() => null); // Its programs run on: it may be gone.
}
