import { isAbsolute, relative } from 'node:path';

export interface SandboxLayout {
  /** The open folder, a real path. */
  folder: string;
  /** The user's home, a real path. */
  home: string;
  /** Folders that must stay readable even below a hidden one: those of Node and of this program. */
  needed: readonly string[];
  /** The folder with the socket of the network proxy. */
  wayOutFolder: string;
  /** The hidden paths that exist. */
  hidden: readonly string[];
}

/**
 * Paths of users and services that are hidden: keys, sockets that act with more rights, other programs' temporary
 * files.
 */
export const HIDDEN_PLACES: readonly string[] = ['/home', '/root', '/tmp', '/var/tmp', '/run', '/mnt', '/media', '/srv'];

/**
 * Returns bubblewrap's arguments before the program. Everything except the folder is read-only, hidden paths are
 * replaced by empty folders in memory, and the only network is the sandbox's own loopback.
 */
export function bubblewrapArgs({ folder, home, needed, wayOutFolder, hidden }: SandboxLayout): string[] {
  return [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...[...hidden, home].flatMap((place) => ['--tmpfs', place]),
    ...needed.flatMap((place) => ['--ro-bind', place, place]),
    ...['--ro-bind', wayOutFolder, wayOutFolder, '--bind', folder, folder, '--chdir', folder],
  ];
}

/** Returns whether a folder contains the home folder, which would then be neither hidden nor protected. */
export function holdsHome(folder: string, home: string): boolean {
  const below = relative(folder, home);
  return below === '' || !(below === '..' || below.startsWith('../') || isAbsolute(below));
}
