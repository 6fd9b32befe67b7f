import { isSecretPath } from 'devonz-engine-protocol/secret-path';
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

/** Exports the project's files. No method rejects; null means that the export failed, and a notice says why. */
export interface ExportActions {
  /** `withPackages`: includes installed packages. */
  exportZip(options?: { withPackages: boolean }): Promise<Blob | null>;
  exportFile(path: string): Promise<Blob | null>;
  /** Exports the folder as a zip; paths start at the folder. */
  exportFolder(path: string): Promise<Blob | null>;
  /** Creates a folder of that name, or of a similar one if the name is taken, and writes everything into it. */
  exportToFolder(parent: FileSystemDirectoryHandle, name: string): Promise<void>;
}

export interface ExportDependencies {
  project: Pick<ProjectService, 'contents' | 'workspace' | 'recorded'>;
  runtime: Pick<RuntimeService, 'ready'>;
  notices: Pick<NoticeService, 'guard' | 'info' | 'error'>;
  onExported(): void;
  /** Asks which of these secret files are exported; `null` to export nothing. */
  chooseSecrets(paths: readonly string[]): Promise<ReadonlySet<string> | null>;
}

const NOTHING: RuntimeListing = { executables: [], emptyFolders: [], packages: [], links: [] };

export function createExportService(dependencies: ExportDependencies): ExportActions {
  const { project, notices, onExported } = dependencies;
  return {
    async exportZip({ withPackages } = { withPackages: false }) {
      const blob = await notices.guard(t('The project could not be exported'), async () => {
        const entries = await chosenEntries(dependencies, { withPackages, linksIn: '' });
        return entries && zipFiles(entries);
      });
      if (blob !== null) onExported();
      return blob;
    },
    exportFile: (path) =>
      notices.guard(t('{path} could not be exported', { path }), async () => {
        const place = toWorkspacePath(path);
        if (place === null) throw new Error(t('it is not a path inside the project'));
        return new Blob([new Uint8Array(await project.workspace('user').readFile(place))]);
      }),
    exportFolder: (path) =>
      notices.guard(t('{path} could not be exported', { path }), async () => {
        const inFolder = await chosenEntries(dependencies, { withPackages: false, linksIn: path }, `${path}/`);
        return inFolder && zipFiles(inFolder.map((entry) => ({ ...entry, path: entry.path.slice(path.lastIndexOf('/') + 1) })));
      }),
    async exportToFolder(parent, name) {
      await notices.guard(t('The project was not written into the folder'), async () => {
        // A browser cannot create links, so copies of their targets are written instead.
        const entries = await chosenEntries(dependencies, { withPackages: false, linksIn: null });
        if (entries === null) return;
        const { folder, files, failed } = await writeFolder(parent, name, entries);
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
  /**
   * Links are exported as links if they stay inside this folder, which becomes the root after unpacking. If null, no links are exported.
   */
  linksIn: string | null;
}

/** Returns the entries below the prefix, without the secret files that the user leaves out; null if the user exports nothing. */
async function chosenEntries(dependencies: ExportDependencies, wanted: Wanted, prefix = ''): Promise<ExportedEntry[] | null> {
  const entries = (await entriesOf(dependencies, wanted)).filter(({ path }) => path.startsWith(prefix));
  const secrets = new Set(entries.filter(isSecret).map(({ path }) => path));
  if (secrets.size === 0) return entries;
  const taken = await dependencies.chooseSecrets([...secrets]);
  return taken && entries.filter(({ path }) => !secrets.has(path) || taken.has(path));
}

/** Files of installed packages are public, whatever their names. */
function isSecret(entry: ExportedEntry): boolean {
  if (entry.kind !== 'file' || isIgnoredPath(entry.path)) return false;
  return isSecretPath(entry.path) || (entry.copyOf !== undefined && isSecretPath(entry.copyOf));
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
  const workspace = project.workspace('user');
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
        // If the runtime did not list the files, the journal's executable flag is used.
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
      return [{ kind: 'file', path, isExecutable: executables.has(place), copyOf: place, read }];
    }),
    ...links.map((link): ExportedEntry => ({ kind: 'link', ...link })),
  ];
}

/** The path inside the project that is copied in place of a link; null if the link leads outside the project. */
function placeBehind(path: string, links: ReadonlyMap<string, RuntimeListing['links'][number]>): WorkspacePath | null {
  if (toWorkspacePath(path) !== path) return null;
  const place = resolveLinks(path, (at) => links.get(at)?.target ?? null);
  return place === null || place === '' ? null : toWorkspacePath(place);
}

/**
 * A link out of the unpacked folder would read or write another file on the user's machine. A link to something that is not
 * exported, such as packages, would be broken.
 */
function leadsInside({ path, target }: RuntimeListing['links'][number], folder: string | null, leaving: ReadonlySet<string>): boolean {
  if (folder === null || toWorkspacePath(path) === null) return false;
  const place = linkTarget(path, target);
  if (place === null || !leaving.has(place)) return false;
  return folder === '' || place === folder || place.startsWith(`${folder}/`);
}

/** These paths and all their parent folders, including the root. */
function withFolders(paths: readonly string[]): ReadonlySet<string> {
  const all = new Set(['']);
  for (const path of paths) for (let at = path; at !== '' && !all.has(at); at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) all.add(at);
  return all;
}

/** If the runtime does not answer, the project is exported anyway, unless packages were requested. */
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
  return workspace.readFile(path).catch(() => null); // Programs keep running, so the file may be gone.
}
