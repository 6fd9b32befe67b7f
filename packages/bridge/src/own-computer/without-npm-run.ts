import { delimiter } from 'node:path';

const OF_NPM = /[\\/]node_modules[\\/]\.bin$|[\\/]node-gyp-bin$/;

/**
 * Removes the folders that `npm start` has put before the user's own `PATH`, so that no program of this server's
 * checkout runs instead of the user's.
 */
export function withoutNpmRun(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const name = Object.keys(environment).find((given) => given.toUpperCase() === 'PATH');
  if (environment.npm_lifecycle_event === undefined || name === undefined) return environment;
  const folders = (environment[name] ?? '').split(delimiter);
  const first = folders.findIndex((folder) => !OF_NPM.test(folder));
  return { ...environment, [name]: folders.slice(Math.max(0, first)).join(delimiter) };
}
