import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isSecretVariable } from 'devonz-engine-protocol/secret-variable';
import { findProgram } from '../local/process/find-program.ts';
import { type LoopbackListeners, portOf } from '../server/loopback-listeners.ts';
import { wordsOf } from '../shell/words-of.ts';
import { parseAllowedHost } from './allowed-hosts.ts';
import { bubblewrapArgs, HIDDEN_PLACES, holdsHome } from './bubblewrap-args.ts';
import { INSIDE_VARIABLE, type InsideMessage } from './inside-sandbox.ts';
import { createWayOut } from './way-out.ts';

export interface SandboxOptions {
  folder: string;
  hosts: readonly string[];
  /** The folder with this program's own files. */
  program: { script: string; folder: string; args: readonly string[] };
  environment: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** Listens on the port that the command line names. */
  listen(): Promise<LoopbackListeners>;
}

/**
 * Starts this program again in a sandbox, which then limits it and every program it starts. The port is opened outside and handed in,
 * because the sandbox has no network. Fails with a readable message where no sandbox is possible.
 */
export async function runInSandbox(options: SandboxOptions): Promise<ChildProcess> {
  const { environment, program } = options;
  const bubblewrap = await findBubblewrap(options);
  const folder = await realpath(options.folder);
  const home = await realpath(environment.HOME ?? homedir());
  if (holdsHome(folder, home))
    throw new Error(`The home folder would be in the sandbox with all its keys. Open a folder below it, not ${folder}.`);
  const wayOutFolder = await mkdtemp(join(tmpdir(), 'devonz-way-out-'));
  const wayOut = createWayOut(options.hosts.map(parseAllowedHost).filter((host) => host !== null));
  const socket = join(wayOutFolder, 'socket');
  await new Promise<void>((resolve) => wayOut.listen(socket, resolve));
  const listeners = await options.listen();
  const hidden = await existing(HIDDEN_PLACES);
  const args = bubblewrapArgs({ folder, home, hidden, wayOutFolder, needed: [dirname(dirname(process.execPath)), program.folder] });
  const env = { ...withoutSecrets(environment), [INSIDE_VARIABLE]: '1' };
  const command = [...args, process.execPath, program.script, ...program.args];
  const child = spawn(bubblewrap, command, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const inside: InsideMessage = { port: portOf(listeners[0]), wayOut: socket, listeners: listeners.length };
  // This process no longer accepts connections: it hands its listeners in and closes them.
  for (const listener of listeners) child.send(inside, listener, {}, () => listener.close());
  child.once('exit', () => {
    wayOut.close();
    wayOut.closeAllConnections();
    void rm(wayOutFolder, { recursive: true, force: true });
  });
  return child;
}

async function findBubblewrap({ environment, platform, folder }: SandboxOptions): Promise<string> {
  if (platform !== 'linux')
    throw new Error('--sandbox works on Linux only, by bubblewrap. Use --container where there is Docker or Podman.');
  const env = { PATH: environment.PATH };
  const program = await findProgram({ command: 'bwrap', cwd: folder, env, platform }).catch(() => null);
  if (program === null)
    throw new Error('--sandbox needs bubblewrap, which is not installed (Debian, Fedora, Arch: the package bubblewrap).');
  // Some systems forbid the namespaces that bubblewrap needs.
  await promisify(execFile)(program, ['--unshare-all', '--ro-bind', '/', '/', 'true']).catch((error: Error & { stderr?: string }) => {
    throw new Error(`bubblewrap cannot make a sandbox here. ${wordsOf('It', error.stderr ?? error.message)}`);
  });
  return program;
}

async function existing(places: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    places.map((place) =>
      stat(place).then(
        (status) => status.isDirectory(),
        () => false,
      ),
    ),
  );
  return places.filter((_place, index) => found[index]);
}

function withoutSecrets(environment: SandboxOptions['environment']): Record<string, string> {
  const kept = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !isSecretVariable(entry[0]),
  );
  return Object.fromEntries(kept);
}
