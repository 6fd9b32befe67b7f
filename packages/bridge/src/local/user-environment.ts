import { delimiter, join } from 'node:path';

/**
 * Variables that `npx` sets for this program; the user's programs must not inherit them, because `npx` has not started
 * those.
 */
const OF_THE_STARTER = /^(?:npm_|INIT_CWD$|NODE_CHANNEL_FD$|DEVONZ_)/i;

/** Returns the environment for programs: the user's own, with the folder of the project's commands last in `PATH`. */
export function userEnvironment(
  given: Readonly<Record<string, string | undefined>>,
  folder: string,
  platform: NodeJS.Platform,
): Record<string, string> {
  const kept = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined && !OF_THE_STARTER.test(entry[0]));
  const environment = Object.fromEntries(kept);
  const pathName =
    Object.keys(environment).find((name) => (platform === 'win32' ? name.toUpperCase() === 'PATH' : name === 'PATH')) ?? 'PATH';
  const folders = (environment[pathName] ?? '').split(delimiter).filter((path) => path !== '' && !isOfNpx(path));
  environment[pathName] = [...folders, join(folder, 'node_modules', '.bin')].join(delimiter);
  return environment;
}

function isOfNpx(path: string): boolean {
  return /[\\/]_npx[\\/]|[\\/]node-gyp-bin$/.test(path);
}
