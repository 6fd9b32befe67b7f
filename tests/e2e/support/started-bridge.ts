import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildProgram } from '../../../packages/bridge/scripts/build-program.mjs';
import type { SshHost } from './ssh-host.ts';

/** A bridge as its users start it, serving a new folder of this computer, or one of another machine. */
export interface StartedBridge {
  folder: string;
  /** The address that it has printed. */
  link: string;
  /** Ends it, but keeps the folder. */
  end(): Promise<void>;
  /** Starts it again for the same folder; its link is another one. */
  startAgain(): Promise<string>;
  close(): Promise<void>;
}

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

interface BridgeOptions {
  /** The bridge is to this machine, whose folder stays. */
  host?: Pick<SshHost, 'target' | 'home' | 'folder' | 'folderThere'>;
  /** More of the command line. */
  args?: readonly string[];
}

/** `files`: contents by path. */
export async function startBridge(
  appOrigin: string,
  files: Readonly<Record<string, string>>,
  { host, args = [] }: BridgeOptions = {},
): Promise<StartedBridge> {
  const program = await buildBridge();
  const folder = host?.folder ?? (await realpath(await mkdtemp(join(tmpdir(), 'devonz-folder-'))));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  let child: ChildProcess | null = null;
  const end = async () => {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill();
    await ended;
  };
  const start = async () => {
    const place = host === undefined ? [folder] : ['--ssh', host.target, host.folderThere];
    const environment = host === undefined ? {} : { HOME: host.home, SSH_AUTH_SOCK: undefined };
    child = spawn(process.execPath, [join(program, 'dist/cli.js'), ...place, '--port', '0', '--stay', '--app', appOrigin, ...args], {
      env: { ...process.env, ...environment, LANG: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return linkOf(child);
  };
  return {
    folder,
    link: await start(),
    end,
    async startAgain() {
      await end();
      return start();
    },
    async close() {
      await end();
      const made = host === undefined ? [folder, program] : [program];
      await Promise.all(made.map((path) => rm(path, { recursive: true, force: true, maxRetries: 3 })));
    },
  };
}

/** Below the repository, where its optional packages are found. */
async function buildBridge(): Promise<string> {
  const cache = join(REPOSITORY, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const program = await mkdtemp(join(cache, 'devonz-bridge-'));
  await buildProgram(join(program, 'dist'));
  await copyFile(join(REPOSITORY, 'packages/bridge/package.json'), join(program, 'package.json'));
  return program;
}

function linkOf(child: ChildProcess): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (data: Buffer) => {
      text += data.toString('utf8');
      const found = /http:\S+#bridge=\S+/.exec(text);
      if (found !== null) resolve(found[0]);
    });
    child.once('exit', (code) => reject(new Error(`The bridge ended with ${code}: ${text}`)));
  });
}
