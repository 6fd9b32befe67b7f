import { t } from '../../i18n/t.ts';
import { readProjectPath } from '../../runtime/to-workspace-path.ts';
import { $files } from '../../stores/files.ts';
import { LARGEST_FILE } from '../import/import-limits.ts';
import { countText, sizeText } from '../import/import-plan.ts';
import type { ImportSource, SourceFile } from '../import/import-source.ts';
import type { TreeServiceDependencies } from './tree-service-dependencies.ts';

/** More files than this are handled as an import, which lists what it leaves out. */
const MOST_FILES = 1_000;
const NAMED = 3;

interface Upload {
  folder: string;
  source: ImportSource;
  confirm(question: string): boolean;
}

/** Writes the entries that can be project files into the folder, and names the rest. */
export async function uploadFiles(
  { folder, source, confirm }: Upload,
  { project, notices }: Pick<TreeServiceDependencies, 'project' | 'notices'>,
): Promise<void> {
  const files = source.type === 'files' ? source.files : [{ path: source.name, file: source.file }];
  if (files.length > MOST_FILES)
    throw new Error(t('these are {files}; drop them on the conversation to import them as a project', { files: countText(files.length) }));
  const prefix = [folder, source.type === 'files' ? (source.name ?? '') : ''].filter((part) => part !== '').join('/');
  const placed = files.map(({ path, file }) => placeOf(prefix === '' ? path : `${prefix}/${path}`, file));
  const taken = placed.flatMap((file) => ('why' in file ? [] : [file]));
  const refused = placed.flatMap((file) => ('why' in file ? [file.why] : []));
  const replaced = taken.flatMap(({ path }) => ($files.get().has(path) ? [path] : []));
  if (replaced.length > 0 && !confirm(t('Replace {replaced}? The versions there now stay in the history.', { replaced: listed(replaced) })))
    return;
  for (const { path, file } of taken) await project.bringIn([{ path, content: new Uint8Array(await file.arrayBuffer()) }]);
  const left = source.type === 'files' ? source.skipped.map(({ path }) => path) : [];
  const notes = left.length === 0 ? [] : [t('Left out: {files}.', { files: listed(left) })];
  const count = countText(taken.length);
  const into =
    prefix === ''
      ? t('{files} uploaded into the project’s root.', { files: count })
      : t('{files} uploaded into {folder}.', { files: count, folder: prefix });
  if (refused.length > 0) {
    const why = refused.slice(0, NAMED).join(' ');
    notices.error([t('{files} uploaded. Not uploaded: {why}', { files: count, why }), ...notes].join(' '));
  } else notices.info([into, ...notes].join(' '));
}

function placeOf(path: string, file: Blob): SourceFile | { why: string } {
  const reading = readProjectPath(path);
  if (!reading.ok) return { why: reading.why };
  if (file.size > LARGEST_FILE)
    return {
      why: t('{path} has {size}, and a file of a project may have {most}.', {
        path,
        size: sizeText(file.size),
        most: sizeText(LARGEST_FILE),
      }),
    };
  return { path: reading.path, file };
}

function listed(paths: readonly string[]): string {
  const rest = paths.length - NAMED;
  return rest > 0 ? t('{names} and {more} more', { names: paths.slice(0, NAMED).join(', '), more: rest }) : paths.join(', ');
}
