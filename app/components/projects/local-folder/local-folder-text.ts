import type { FolderConflict, LocalFolder } from '../../../lib/stores/local-folder.ts';
import { plural } from '../../ui/text/plural.ts';

/** What is said about the folder that a project is kept equal to. */

export const OPEN_FOLDER_TEXT = {
  title: 'Open a folder',
  what: 'The project and the folder on your computer are kept equal: what you and the agent change here is written there, and what other programs change there comes here.',
  points: [
    'Only this folder can be reached, nothing above it and no link out of it.',
    'Stays outside, neither read nor written: .git, node_modules, outputs, and what its .gitignore excludes.',
    'A file that was changed on both sides is not overwritten: you choose. What the disk replaces or deletes here stays in the history of the project.',
  ],
  ask: 'The browser asks next which folder it is, and whether this page may change files in it.',
  choose: 'Choose a folder…',
  upload: 'Upload a copy instead',
  empty: 'The folder is empty. What comes into the project is written into it.',
} as const;

export const CONNECT_FOLDER_TEXT = {
  title: 'Connect a folder',
  what: 'The open project and a folder on your computer are kept equal from now on, both ways. What only one of them has comes to the other; where both have another version of a file, you choose.',
  ask: 'The browser asks which folder it is, and whether this page may change files in it. Nothing is copied before you have seen what is in it.',
  choose: OPEN_FOLDER_TEXT.choose,
  connect: 'Connect the folder',
  another: 'Choose another…',
  none: 'This browser lets no page keep a folder. In Chrome and Edge it does; here the project can be exported as a zip.',
} as const;

/** What connecting a folder will do, by what is in it. */
export function connectText(folder: string, names: readonly string[]): string {
  if (names.length === 0) return `“${folder}” is empty: the project is written into it.`;
  const more = names.length - SHOWN_NAMES;
  const first = names.slice(0, SHOWN_NAMES).join(', ');
  return `“${folder}” has ${more > 0 ? `${first} and ${more.toLocaleString('en')} more` : first}. What the project lacks comes into it, and the project’s files are written into the folder.`;
}

const SHOWN_NAMES = 5;

export function takenText(folder: string, project: string): string {
  return `The folder “${folder}” is connected to the project “${project}” already. Open that project, or disconnect the folder there first.`;
}

/** Its state in a word or two; `tone`: whether the user is needed. */
export function folderState(folder: Exclude<LocalFolder, { status: 'none' }>): { text: string; tone: 'rest' | 'busy' | 'asks' } {
  if (folder.status === 'paused') return { text: 'disconnected', tone: 'asks' };
  const { work, conflicts, deletions, trouble, left } = folder;
  if (trouble !== null) return { text: 'not in step', tone: 'asks' };
  if (deletions.length > 0) return { text: 'asks about deletions', tone: 'asks' };
  if (conflicts.length > 0) return { text: plural(conflicts.length, 'conflict'), tone: 'asks' };
  if (work.type === 'copying') return { text: `${work.left.toLocaleString('en')} to copy`, tone: 'busy' };
  if (work.type === 'comparing') return { text: 'comparing…', tone: 'busy' };
  return { text: left.length > 0 ? `in step but for ${plural(left.length, 'file')}` : 'in step', tone: 'rest' };
}

/** What each side did to a file in conflict. */
export function conflictText({ project, disk }: FolderConflict): string {
  if (project === null) return 'Deleted here, changed on the disk';
  return disk === null ? 'Changed here, deleted on the disk' : 'Changed here and on the disk';
}

export function deletionsText(from: 'project' | 'disk', files: number): string {
  return from === 'project'
    ? `${plural(files, 'file is', 'files are')} gone from the folder. ${files === 1 ? 'It is' : 'They are'} still in the project.`
    : `${plural(files, 'file is', 'files are')} gone from the project. ${files === 1 ? 'It is' : 'They are'} still in the folder.`;
}
