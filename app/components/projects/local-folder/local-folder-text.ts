import { numberText } from '../../../lib/i18n/number-text.ts';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { FolderConflict, LocalFolder } from '../../../lib/stores/local-folder.ts';

/** The rules of the synchronisation, as sentences. */
export function folderRules(): readonly string[] {
  return [
    t('Only this folder can be reached, nothing above it and no link out of it.'),
    t('Stays outside, neither read nor written: .git, node_modules, outputs, and what its .gitignore excludes.'),
    t(
      'A file that was changed on both sides is not overwritten: you choose. What the disk replaces or deletes here stays in the history of the project.',
    ),
  ];
}

/** Describes what connecting a folder will do, depending on its content. */
export function connectText(folder: string, names: readonly string[]): string {
  if (names.length === 0) return t('“{folder}” is empty: the project is written into it.', { folder });
  const more = names.length - SHOWN_NAMES;
  const first = names.slice(0, SHOWN_NAMES).join(', ');
  if (more <= 0)
    return t('“{folder}” has {names}. What the project lacks comes into it, and the project’s files are written into the folder.', {
      folder,
      names: first,
    });
  return t(
    '“{folder}” has {names} and {more} more. What the project lacks comes into it, and the project’s files are written into the folder.',
    { folder, names: first, more: numberText(more) },
  );
}

const SHOWN_NAMES = 5;

export function takenText(folder: string, project: string): string {
  return t(
    'The folder “{folder}” is connected to the project “{project}” already. Open that project, or disconnect the folder there first.',
    { folder, project },
  );
}

/** Returns a folder's state in a few words; `tone` says whether the user has to act. */
export function folderState(folder: Exclude<LocalFolder, { status: 'none' }>): { text: string; tone: 'rest' | 'busy' | 'asks' } {
  if (folder.status === 'paused') return { text: t('disconnected'), tone: 'asks' };
  const { work, conflicts, deletions, trouble, left } = folder;
  if (trouble !== null) return { text: t('not in step'), tone: 'asks' };
  if (deletions.length > 0) return { text: t('asks about deletions'), tone: 'asks' };
  if (conflicts.length > 0)
    return { text: plural(conflicts.length, { one: '{count} conflict', other: '{count} conflicts' }), tone: 'asks' };
  if (work.type === 'copying') return { text: plural(work.left, { one: '{count} to copy', other: '{count} to copy' }), tone: 'busy' };
  if (work.type === 'comparing') return { text: t('comparing…'), tone: 'busy' };
  if (left.length === 0) return { text: t('in step'), tone: 'rest' };
  return { text: plural(left.length, { one: 'in step but for {count} file', other: 'in step but for {count} files' }), tone: 'rest' };
}

/** Describes what each side did to a file in conflict. */
export function conflictText({ project, disk }: FolderConflict): string {
  if (project === null) return t('Deleted here, changed on the disk');
  return disk === null ? t('Changed here, deleted on the disk') : t('Changed here and on the disk');
}

export function deletionsText(from: 'project' | 'disk', files: number): string {
  return from === 'project'
    ? plural(files, {
        one: '{count} file is gone from the folder. It is still in the project.',
        other: '{count} files are gone from the folder. They are still in the project.',
      })
    : plural(files, {
        one: '{count} file is gone from the project. It is still in the folder.',
        other: '{count} files are gone from the project. They are still in the folder.',
      });
}
