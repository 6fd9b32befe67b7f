import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';

/**
 * Serves `build/` in workerd, by wrangler. Never build while this runs (scripts/build.mjs).
 * @param {{ root: string, port: number, variables: Record<string, string> }} options
 * @returns {Promise<{ ready: Promise<void>, exited: Promise<number>, stop(): void }>}
 */
export async function serveBuild({ root, port, variables }) {
  const home = await makeHome(root, variables);
  let isStopping = false;
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/wrangler/bin/wrangler.js'),
      ...['dev', '--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'],
      ...['--show-interactive-dev-session=false', '--log-level', 'error'],
    ],
    {
      cwd: home,
      // A group of its own: wrangler's workerd must end with it, whoever is asked first.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        WRANGLER_SEND_METRICS: 'false',
        CLOUDFLARE_CF_FETCH_ENABLED: 'false',
        WRANGLER_HIDE_BANNER: 'true',
        NO_UPDATE_NOTIFIER: '1',
      },
    },
  );
  const exited = /** @type {Promise<number>} */ (
    new Promise((resolve) => {
      child.once('error', (error) => {
        console.error(error.message);
        resolve(1);
      });
      child.once('exit', (code, signal) => resolve(signal || isStopping ? 0 : (code ?? 1)));
    })
  ).finally(() => {
    endGroup(child, 'SIGKILL');
    return rm(home, { recursive: true, force: true });
  });
  return {
    ready: untilAnswering(port, exited),
    exited,
    stop() {
      isStopping = true;
      endGroup(child, 'SIGTERM');
      setTimeout(() => endGroup(child, 'SIGKILL'), 3000).unref();
    },
  };
}

/**
 * A folder for wrangler to run in: the build by a link, its configuration, and the variables in a `.dev.vars` that only this
 * user can read. Arguments and environments of processes are seen by more.
 *
 * The worker is the one that `build` made of `functions/`, and is served as it stands: `wrangler pages dev` would bundle it
 * anew at each start (9 s of CPU) and watch its parts with a compiler that never rests.
 * @param {string} root @param {Record<string, string>} variables
 */
async function makeHome(root, variables) {
  const home = await mkdtemp(join(tmpdir(), 'devonz-'));
  await symlink(join(root, 'build'), join(home, 'build'), 'junction');
  const { name, compatibility_date, compatibility_flags } = parseToml(await readFile(join(root, 'wrangler.toml'), 'utf8'));
  const configuration = {
    name,
    compatibility_date,
    compatibility_flags,
    main: 'build/worker/index.js',
    no_bundle: true,
    assets: { directory: 'build/client', binding: 'ASSETS', run_worker_first: true },
  };
  await writeFile(join(home, 'wrangler.json'), JSON.stringify(configuration));
  await writeFile(join(home, '.dev.vars'), toEnvFile(variables), { mode: 0o600 });
  return home;
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function endGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}

/** @param {number} port @param {Promise<number>} exited @returns {Promise<void>} */
async function untilAnswering(port, exited) {
  let code = /** @type {number | null} */ (null);
  void exited.then((value) => {
    code = value;
  });
  while (!(await answers(port))) {
    if (code !== null) throw new Error(`The server ended before it answered (${code}).`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** @param {number} port @returns {Promise<boolean>} */
function answers(port) {
  return new Promise((resolve) => {
    // The redirect of a loopback address: cheap, and says that the function is loaded.
    const request = get({ host: '127.0.0.1', port, path: '/', timeout: 2000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 302);
    });
    request.once('error', () => resolve(false));
    request.once('timeout', () => request.destroy());
  });
}

/** @param {Record<string, string>} variables */
function toEnvFile(variables) {
  return Object.entries(variables)
    .map(([name, value]) => {
      if (/[\n\r'"`]/.test(value)) throw new Error(`${name} holds a quote or a line break, which no key or address has.`);
      return `${name}='${value}'\n`;
    })
    .join('');
}
