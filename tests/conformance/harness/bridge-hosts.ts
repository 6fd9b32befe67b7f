import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { buildProgram } from '../../../packages/bridge/scripts/build-program.mjs';
import { startTestServer } from '../../../packages/bridge/src/ssh/testing/test-server.ts';
import { findProgram } from '../../../packages/bridge/src/testing/find-program.ts';

/** Bridges to this computer, directly or over SSH, each with a new folder. */
export interface BridgeHosts {
  /** Starts one for pages of this origin, connects as the app does, and returns the address for the client. */
  start(appOrigin: string): Promise<string>;
  close(): Promise<void>;
}

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const connectedSchema = z.object({ origin: z.string() });

/** How a bridge reaches this computer. */
interface Reach {
  /** Before the folder. */
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const DIRECTLY: Reach = { args: [], environment: {}, close: async () => undefined };

/** Compiles the bridge as it is packed. */
export async function createBridgeHosts(isOverSsh: boolean): Promise<BridgeHosts> {
  const reach = isOverSsh ? await reachOverSsh() : DIRECTLY;
  // Below the repository, where its optional packages are found.
  const cache = join(REPOSITORY, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const program = await mkdtemp(join(cache, 'devonz-bridge-'));
  await buildProgram(join(program, 'dist'));
  await copyFile(join(REPOSITORY, 'packages/bridge/package.json'), join(program, 'package.json'));
  const started: { child: ChildProcess; folder: string }[] = [];
  return {
    async start(appOrigin) {
      const folder = await mkdtemp(join(tmpdir(), 'devonz-bridge-'));
      const project = join(folder, 'project');
      await mkdir(project);
      const child = spawn(process.execPath, [join(program, 'dist/cli.js'), ...reach.args, project, '--port', '0', '--app', appOrigin], {
        env: { ...withoutTestVariables(process.env), LANG: 'C.UTF-8', ...reach.environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      started.push({ child, folder });
      const [, address = '', token = ''] = await untilPrinted(child, /#bridge=(\S+?)&token=(\S+)/);
      const answer = await fetch(`${address}/connect`, {
        method: 'POST',
        headers: { origin: appOrigin, 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      return `${connectedSchema.parse(await answer.json()).origin}/headless`;
    },
    async close() {
      await Promise.all(
        started.map(async ({ child, folder }) => {
          const ended = new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null)));
          child.kill();
          await ended;
          await rm(folder, { recursive: true, force: true, maxRetries: 3 });
        }),
      );
      await reach.close();
      await rm(program, { recursive: true, force: true });
    },
  };
}

/** A server of the ssh2 library with a real shell, which lets everybody in. */
async function reachOverSsh(): Promise<Reach> {
  const home = await mkdtemp(join(tmpdir(), 'devonz-ssh-'));
  // A shell that starts as a login shell would otherwise take the system's path, on which Node need not be.
  await writeFile(join(home, '.profile'), `PATH='${process.env.PATH ?? '/usr/bin:/bin'}'\n`);
  await mkdir(join(home, '.ssh'));
  // The agent's commands are for bash, which the app asks a machine for; here they come to the login shell.
  const shell = findProgram('bash');
  const { port, close } = await startTestServer({ home, ...(shell === null ? {} : { shell }) });
  await writeFile(
    join(home, '.ssh/config'),
    `Host box\n  HostName 127.0.0.1\n  Port ${port}\n  User ada\n  StrictHostKeyChecking accept-new\n`,
  );
  return {
    args: ['--ssh', 'box'],
    environment: { HOME: home },
    async close() {
      await close();
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function withoutTestVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(?:VITEST|VITE_|TEST$|NODE_ENV$|CONFORMANCE_|FORCE_COLOR$|CI$)/.test(name)),
  );
}

function untilPrinted(child: ChildProcess, wanted: RegExp): Promise<RegExpExecArray> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (data: Buffer) => {
      text += data.toString('utf8');
      const found = wanted.exec(text);
      if (found !== null) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The bridge ended with ${code}: ${text}`)));
  });
}
