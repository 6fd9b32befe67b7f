import { HOME_FOLDER } from '../../agent/policy/paths/home-folder.ts';
import type { RefusedFile } from '../../runtime/types.ts';

/** Maximum number of files named in a result. */
const SHOWN = 12;

/** Files that the host's file wall withheld from a command, as reported to the model and on the card. */
export interface RefusedResult {
  refused?: { read: string[]; write: string[]; note: string };
}

export function refusedResult(files: readonly RefusedFile[] = []): RefusedResult {
  if (files.length === 0) return {};
  const read = pathsOf(files, 'read');
  const write = pathsOf(files, 'write');
  return { refused: { read: read.slice(0, SHOWN), write: write.slice(0, SHOWN), note: noteOf(read, write) } };
}

/** npm's cache, which an install may write if it runs alone. */
const CACHE = `${HOME_FOLDER}/.npm`;

/** Combines installed packages, and files of npm's cache, into one entry, because they are not approved individually. */
function pathsOf(files: readonly RefusedFile[], access: RefusedFile['access']): string[] {
  const ofOne = (path: string) => (path.startsWith(`${CACHE}/`) ? CACHE : path.replace(/^((?:.*\/)?node_modules)\/.*$/, '$1'));
  const paths = files.filter((file) => file.access === access).map(({ path }) => ofOne(path));
  return [...new Set(paths)];
}

function noteOf(read: readonly string[], write: readonly string[]): string {
  const said: string[] = [];
  if (read.length > 0) said.push(`skipped ${listed(read)}: files with keys ask first.`);
  if (write.length > 0) said.push(`${listed(write)} was not changed: protected files, and what is outside of the project, ask first.`);
  if (write.includes(CACHE)) said.push('npm may write its cache if the install is a command of its own: run it alone first.');
  const access = {
    ...(read.length === 0 ? {} : { read: read.slice(0, SHOWN) }),
    ...(write.length === 0 ? {} : { write: write.slice(0, SHOWN) }),
  };
  return `${said.join(' ')} If the task needs that, run the command again with "access": ${JSON.stringify(access)}, which asks the user; otherwise continue without.`;
}

function listed(paths: readonly string[]): string {
  return paths.length <= SHOWN ? paths.join(', ') : `${paths.slice(0, SHOWN).join(', ')} and ${paths.length - SHOWN} more`;
}
