import { accessSync, constants } from 'node:fs';

const folders = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/usr/sbin', '/usr/local/sbin'];

/** The path of a program of this computer, or null. */
export function findProgram(name: string): string | null {
  const path = folders.map((folder) => `${folder}/${name}`).find((candidate) => isExecutable(candidate));
  return path ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Missing, or not to be run.
    return false;
  }
}
