import { readProjectPath } from '../../runtime/to-workspace-path.ts';
import { $files } from '../../stores/files.ts';
import { LARGEST_FILE } from '../import/import-limits.ts';
import { countText, sizeText } from '../import/import-plan.ts';
import type { ImportSource, SourceFile } from '../import/import-source.ts';
import type { TreeServiceDependencies } from './tree-service.ts';

/** More are brought in as an import, which says what it leaves out. */
const MOST_FILES = 1_000;
const NAMED = 3;

interface Upload {
  folder: string;
  source: ImportSource;
  confirm(question: string): boolean;
}

/** What of it can be a file of the project is written into the folder; the rest is named. */
export async function uploadFiles(
  { folder, source, confirm }: Upload,
  { project, notices }: Pick<TreeServiceDependencies, 'project' | 'notices'>,
): Promise<void> {
  const files = source.type === 'files' ? source.files : [{ path: source.name, file: source.file }];
  if (files.length > MOST_FILES)
    throw new Error(`these are ${files.length.toLocaleString('en')} files; drop them on the conversation to import them as a project`);
  const prefix = [folder, source.type === 'files' ? (source.name ?? '') : ''].filter((part) => part !== '').join('/');
  const placed = files.map(({ path, file }) => placeOf(prefix === '' ? path : `${prefix}/${path}`, file));
  const taken = placed.flatMap((file) => ('why' in file ? [] : [file]));
  const refused = placed.flatMap((file) => ('why' in file ? [file.why] : []));
  const replaced = taken.flatMap(({ path }) => ($files.get().has(path) ? [path] : []));
  if (replaced.length > 0 && !confirm(`Replace ${listed(replaced)}? The versions there now stay in the history.`)) return;
  for (const { path, file } of taken) await project.bringIn([{ path, content: new Uint8Array(await file.arrayBuffer()) }]);
  const left = source.type === 'files' ? source.skipped.map(({ path }) => path) : [];
  const note = left.length === 0 ? '' : ` Left out: ${listed(left)}.`;
  if (refused.length > 0) notices.error(`${countText(taken.length)} uploaded. Not uploaded: ${refused.slice(0, NAMED).join(' ')}${note}`);
  else notices.info(`${countText(taken.length)} uploaded into ${prefix === '' ? 'the project’s root' : prefix}.${note}`);
}

function placeOf(path: string, file: Blob): SourceFile | { why: string } {
  const reading = readProjectPath(path);
  if (!reading.ok) return { why: reading.why };
  if (file.size > LARGEST_FILE)
    return { why: `${path} has ${sizeText(file.size)}, and a file of a project may have ${sizeText(LARGEST_FILE)}.` };
  return { path: reading.path, file };
}

function listed(paths: readonly string[]): string {
  const rest = paths.length - NAMED;
  return rest > 0 ? `${paths.slice(0, NAMED).join(', ')} and ${rest} more` : paths.join(', ');
}
