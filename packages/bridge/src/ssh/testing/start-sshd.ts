import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../testing/find-program.ts';
import { makeKey, type TestKey } from './make-key.ts';
import { makeFolder } from './test-machine.ts';

export interface Sshd {
  port: number;
  user: string;
  /** Lets the user in. */
  key: TestKey;
  hostKey: TestKey;
  close(): Promise<void>;
}

/** OpenSSH's own server on the loopback, as the user of the test and with keys of the test; a sentence if it cannot be. */
export async function startSshd(): Promise<Sshd | string> {
  const program = findProgram('sshd');
  if (program === null) return 'NOT TRIED, since OpenSSH’s server is not installed here';
  const folder = await makeFolder();
  const key = makeKey();
  const hostKey = makeKey();
  const port = await freePort();
  const config = [
    `ListenAddress 127.0.0.1`,
    `Port ${port}`,
    `HostKey ${join(folder, 'host')}`,
    `AuthorizedKeysFile ${join(folder, 'authorized')}`,
    'PidFile none',
    'StrictModes no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'UsePAM no',
    'PermitRootLogin prohibit-password',
    'Subsystem sftp internal-sftp',
    // The files of the shell of whoever runs the test are no part of it.
    `SetEnv HOME=${folder}`,
  ];
  await writeFile(join(folder, 'host'), hostKey.privateText, { mode: 0o600 });
  await writeFile(join(folder, 'authorized'), key.publicText, { mode: 0o600 });
  await writeFile(join(folder, 'config'), `${config.join('\n')}\n`);
  // Only a server that runs as root needs this folder, and then it may make it.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true });
  const child = spawn(program, ['-D', '-e', '-f', join(folder, 'config')], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill();
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const words = await new Promise<string | null>((resolve) => {
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      if (said.includes('Server listening')) resolve(null);
    });
    child.once('exit', () => resolve(`NOT TRIED, since OpenSSH’s server does not start here: ${said.trim()}`));
  });
  if (words === null) return { port, user: userInfo().username, key, hostKey, close };
  await close();
  return words;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
