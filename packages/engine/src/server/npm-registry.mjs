import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Returns the base address of the package registry that npm is configured for: by its files, its environment, or the npm that runs this
 * process. Plain JavaScript, because scripts that are not compiled use it too.
 * @param {string} [folder] whose `.npmrc` counts; by default the current one
 * @returns {Promise<string>}
 */
export async function npmRegistry(folder = process.cwd()) {
  const isWindows = process.platform === 'win32';
  const { stdout } = await promisify(execFile)(isWindows ? 'npm.cmd' : 'npm', ['config', 'get', 'registry'], {
    cwd: folder,
    shell: isWindows,
    // `npm start` passes its own configuration on as npm_config_*, which takes precedence.
    env: process.env,
  });
  return stdout.trim();
}
