import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { parse as parseToml } from 'smol-toml';
import { startFrontServer } from './front-server.mjs';

/** The worker that is served, and one that is where miniflare wants one. */
const APP = 'app';
const NOTHING = 'nothing';

/**
 * Where `/api/outbound` goes. workerd itself refuses what is not public when it connects, to whatever address a name leads by then; the
 * server's own requests (models, the registry) reach private networks as before.
 * @type {{ network: { allow: string[], deny: string[], tlsOptions: { trustBrowserCas: boolean } } }}
 */
export const PUBLIC_NETWORK = { network: { allow: ['public'], deny: [], tlsOptions: { trustBrowserCas: true } } };

/**
 * Serves `build/` in workerd. Never build while this runs (scripts/build.mjs).
 *
 * By miniflare and not by `wrangler dev`, which keeps an inspector session open and copies every message of it, a fast stream's every
 * event with the body, into a log of its own: one fast answer was enough to end the server for everybody (decision 0014). The
 * variables are handed over in memory: there is no file of them, and they appear in no arguments.
 *
 * `publicHost` (`127.0.0.1:4000`) answers in place of the public network to what programs ask of other hosts: for tests.
 * @param {{ root: string, port: number, variables: Record<string, string>, publicHost?: string }} options
 * @returns {Promise<{ ready: Promise<void>, exited: Promise<number>, stop(): void }>}
 */
export async function serveBuild({ root, port, variables, publicHost }) {
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
        // Asks no server what a request's `cf` would be.
        cf: false,
        handleStructuredLogs: report,
        handleRuntimeStdio: (_output, errors) => {
          // Its streams end with it: the only sign that miniflare gives of a workerd that has died.
          errors.once('close', () => {
            if (isStopping) return;
            console.error('The server has ended unexpectedly.');
            isStopping = true;
            end().finally(() => exit(1));
          });
        },
        // Miniflare's own socket, with a worker behind it that says nothing. Its entry takes headers that change what a request's
        // address is, answers paths of its own and shows stacks.
        host: '127.0.0.1',
        port: 0,
        workers: [
          {
            ...runtime,
            name: NOTHING,
            modules: [
              { type: 'ESModule', path: 'nothing.js', contents: 'export default { fetch: () => new Response(null, { status: 404 }) };' },
            ],
            // The app's own socket: requests go to it as they come.
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
    });
    if (isStopping) front.close();
    await untilAnswering(port);
  };
  const end = async () => {
    front?.close();
    front?.closeAllConnections();
    // It ends workerd at once, whatever streams.
    await miniflare.dispose();
  };
  return {
    ready: begin(),
    exited,
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
 * Miniflare ends its whole process at a signal, with a code of a failure. What a signal means is for whoever serves to say: `stop`.
 * Its listener for the process's own end stays.
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

/** What the deployment runs with, the local server runs with. @param {string} root */
async function workerSettings(root) {
  const { name, compatibility_date, compatibility_flags } = parseToml(await readFile(join(root, 'wrangler.toml'), 'utf8'));
  return {
    name,
    compatibilityDate: String(compatibility_date),
    compatibilityFlags: /** @type {string[]} */ (compatibility_flags),
  };
}

/** What programs cause at will by the names that they ask for, and what their answer says. */
const UNREACHED_HOST = /failed: DNS lookup failed|blocked by restrictPeers\(\)/;

/**
 * The log of a server holds what has failed, and nothing else.
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
    // The redirect of a loopback address: cheap, and says that the function is loaded.
    const request = get({ host: '127.0.0.1', port, path: '/', timeout: 2000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 302);
    });
    request.once('error', () => resolve(false));
    request.once('timeout', () => request.destroy());
  });
}
