import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { buildProgram } from '../../../packages/bridge/scripts/build-program.mjs';

/** Bridges to this computer, each with a new folder. */
export interface BridgeHosts {
  /** Starts one for pages of this origin, connects as the app does, and returns the address for the client. */
  start(appOrigin: string): Promise<string>;
  close(): Promise<void>;
}

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const connectedSchema = z.object({ origin: z.string() });

/** Compiles the bridge as it is packed. */
export async function createBridgeHosts(): Promise<BridgeHosts> {
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
      const child = spawn(process.execPath, [join(program, 'dist/cli.js'), project, '--port', '0', '--app', appOrigin], {
        env: { ...withoutTestVariables(process.env), LANG: 'C.UTF-8' },
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
      await rm(program, { recursive: true, force: true });
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
