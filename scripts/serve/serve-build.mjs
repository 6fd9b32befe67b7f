import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { parse as parseToml } from 'smol-toml';
import { startFrontServer } from './front-server.mjs';
import { loadOwnComputer } from './own-computer.mjs';

/** The served worker, and a placeholder that miniflare requires. */
const APP = 'app';
const NOTHING = 'nothing';

/**
 * The network of `/api/outbound`. workerd itself blocks non-public addresses on connecting, whatever a name resolves to by then; the
 * server's own requests (models, the registry) can still access private networks.
 * @type {{ network: { allow: string[], deny: string[], tlsOptions: { trustBrowserCas: boolean } } }}
 */
export const PUBLIC_NETWORK = { network: { allow: ['public'], deny: [], tlsOptions: { trustBrowserCas: true } } };

/**
 * Serves `build/` in workerd. Never build while this runs (scripts/build.mjs).
 *
 * Uses miniflare and not `wrangler dev`, which keeps an inspector session open and copies every message of it, including the body of every
 * event of a fast stream, into its own log: one fast response was enough to crash the server for everyone (decision 0014). The variables
 * are passed in memory: they are in no file and in no arguments.
 *
 * `ownComputerKey` lets who brings it open machines of this computer's user (`engine-protocol`: `machine/own-computer`).
 *
 * `publicHost` (`127.0.0.1:4000`) replaces the public network for programs' requests to other hosts, in tests.
 * @param {{ root: string, port: number, variables: Record<string, string>, ownComputerKey?: string, publicHost?: string }} options
 * @returns {Promise<{ ready: Promise<void>, exited: Promise<number>, hasOwnComputer: boolean, stop(): void }>}
 */
export async function serveBuild({ root, port, variables, ownComputerKey, publicHost }) {
  const ownComputer = ownComputerKey === undefined ? null : await loadOwnComputer({ root, key: ownComputerKey, variables });
  const { name, ...runtime } = await workerSettings(root);
  /** @type {(code: number) => void} */
  let exit = () => {};
  const exited = /** @type {Promise<number>} */ (
    new Promise((resolve) => {
      exit = resolve;
    })
  );
  let isStopping = false;
  const miniflare = withoutSignalListeners(
    () =>
      new Miniflare({
        // Keeps miniflare from downloading a sample `cf` object from Cloudflare.
        cf: false,
        handleStructuredLogs: report,
        handleRuntimeStdio: (_output, errors) => {
          // Its streams end with it: miniflare's only sign that workerd has died.
          errors.once('close', () => {
            if (isStopping) return;
            console.error('The server has ended unexpectedly.');
            isStopping = true;
            end().finally(() => exit(1));
          });
        },
        // Miniflare's own socket, with a worker that does nothing. Its entry worker accepts headers that change a request's URL, responds
        // to its own paths and shows stacks.
        host: '127.0.0.1',
        port: 0,
        workers: [
          {
            ...runtime,
            name: NOTHING,
            modules: [
              { type: 'ESModule', path: 'nothing.js', contents: 'export default { fetch: () => new Response(null, { status: 404 }) };' },
            ],
            // The app's own socket, which receives requests unchanged.
            unsafeDirectSockets: [{ host: '127.0.0.1', port: 0, serviceName: APP }],
          },
          {
            ...runtime,
            name: APP,
            modules: [{ type: 'ESModule', path: join(root, 'build/worker/index.js') }],
            modulesRoot: join(root, 'build/worker'),
            bindings: variables,
            serviceBindings: { OUTBOUND: publicHost === undefined ? PUBLIC_NETWORK : { external: { address: publicHost, http: {} } } },
            assets: { workerName: APP, directory: join(root, 'build/client'), binding: 'ASSETS' },
          },
        ],
      }),
  );
  /** @type {import('node:http').Server | null} */
  let front = null;
  const begin = async () => {
    const { port: upstreamPort } = await miniflare.unsafeGetDirectURL(NOTHING);
    front = await startFrontServer({
      port,
      upstreamPort: Number(upstreamPort),
      clientAddressHeader: variables.ACCESS_CLIENT_ADDRESS_HEADER,
      ownComputer,
    });
    if (isStopping) front.close();
    await untilAnswering(port);
  };
  const end = async () => {
    front?.close();
    front?.closeAllConnections();
    // `dispose` ends workerd at once, even while responses stream.
    await Promise.all([miniflare.dispose(), ownComputer?.close()]);
  };
  return {
    ready: begin(),
    exited,
    hasOwnComputer: ownComputer !== null,
    stop() {
      if (isStopping) return;
      isStopping = true;
      end().then(
        () => exit(0),
        (error) => {
          console.error(error);
          exit(1);
        },
      );
    },
  };
}

/**
 * Miniflare exits the process with a failure code on a signal. The caller decides how to handle signals, with `stop`. Its listener for the
 * process's own exit stays.
 * @template Made
 * @param {() => Made} make
 */
function withoutSignalListeners(make) {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM']);
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)));
  const made = make();
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) if (!before.has(listener)) process.off(signal, listener);
  }
  return made;
}

/** Returns the deployment's settings, which the local server also uses. @param {string} root */
async function workerSettings(root) {
  const { name, compatibility_date, compatibility_flags } = parseToml(await readFile(join(root, 'wrangler.toml'), 'utf8'));
  return {
    name,
    compatibilityDate: String(compatibility_date),
    compatibilityFlags: /** @type {string[]} */ (compatibility_flags),
  };
}

/** Errors that programs can cause at will by the host names they request, and that the response already reports. */
const UNREACHED_HOST = /failed: DNS lookup failed|blocked by restrictPeers\(\)/;

/**
 * Logs only failures of the server.
 * @param {{ level: string, message: string }} line
 */
function report({ level, message }) {
  if (level === 'error' && !UNREACHED_HOST.test(message)) console.error(message);
}

/** @param {number} port @returns {Promise<void>} */
async function untilAnswering(port) {
  while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** @param {number} port @returns {Promise<boolean>} */
function answers(port) {
  return new Promise((resolve) => {
    // The redirect of a loopback address: cheap, and shows that the function is loaded.
    const request = get({ host: '127.0.0.1', port, path: '/', timeout: 2000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 302);
    });
    request.once('error', () => resolve(false));
    request.once('timeout', () => request.destroy());
  });
}
