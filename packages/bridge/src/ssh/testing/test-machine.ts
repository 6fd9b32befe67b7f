import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Machine } from '../../machine/machine.ts';
import { findProgram } from '../../testing/find-program.ts';
import { openSshMachine } from '../ssh-machine.ts';
import { type TestPorts, type TestPortsOptions, testPorts } from './test-ports.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts';

export interface TestMachine {
  machine: Machine;
  ports: TestPorts;
  server: TestServer;
  /** The open folder, which is the home of the user there too. */
  folder: string;
  close(): Promise<void>;
}

export async function openTestMachine(options: Partial<TestServerOptions> = {}, portsOptions: TestPortsOptions = {}): Promise<TestMachine> {
  const folder = await makeFolder();
  const server = await startTestServer({ home: folder, ...options });
  const ports = testPorts(portsOptions);
  const machine = await openSshMachine({ target: `tester@127.0.0.1:${server.port}`, folder: '' }, ports);
  return {
    machine,
    ports,
    server,
    folder,
    async close() {
      await machine.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function makeFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'devonz-ssh-')));
}

/** Busybox runs as the shell by whose name it is called. */
export async function linkAsh(busybox: string, folder: string): Promise<string> {
  const path = join(folder, 'ash');
  await symlink(busybox, path);
  return path;
}

/** Returns a `PATH` with nothing but what every server has. */
export async function plainPath(folder: string): Promise<string> {
  for (const name of ['sh', 'cat', 'id', 'uname', 'env', 'mv', 'rm', 'mkdir', 'rmdir', 'sleep']) {
    const program = findProgram(name);
    if (program !== null) await symlink(program, join(folder, name));
  }
  return folder;
}
