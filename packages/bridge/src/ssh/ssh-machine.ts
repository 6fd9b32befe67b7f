import type { Machine, MachineFacts } from '../machine/machine.ts';
import { parseTarget } from './config/parse-target.ts';
import { routeTo } from './config/route-to.ts';
import type { HopOptions } from './connection/connect-hop.ts';
import { connectSsh, type SshConnection } from './connection/ssh-connection.ts';
import { SftpSession } from './files/sftp-session.ts';
import { SshFiles } from './files/ssh-files.ts';
import { PollFiles } from './files/watch/poll-files.ts';
import { SeenFiles } from './files/watch/seen-files.ts';
import { createWatchPath } from './files/watch/watch-files.ts';
import { SshMachinePorts } from './ports/ssh-machine-ports.ts';
import { loginPath, probeServer, type ServerFacts } from './probe-server.ts';
import { collect } from './processes/collect.ts';
import { ControlShell } from './processes/control-shell.ts';
import { SshProcesses } from './processes/ssh-processes.ts';
import { messageOf } from './ssh-error.ts';
import type { SshPorts } from './ssh-ports.ts';

export interface SshMachineOptions extends Partial<HopOptions> {
  /** `user@host[:port]`, or a name of `~/.ssh/config`. */
  target: string;
  /** Absolute, or below the user's home there; empty for the home itself. */
  folder: string;
}

/** Connects and opens a folder. Throws an `SshError` in words. */
export async function openSshMachine({ target, folder, ...options }: SshMachineOptions, ports: SshPorts): Promise<Machine> {
  const route = await routeTo(parseTarget(target), ports.files, ports.own);
  const connection = await connectSsh(route, ports, options);
  try {
    return await machineOn(connection, folder, ports);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function machineOn(connection: SshConnection, folder: string, ports: SshPorts): Promise<Machine> {
  const control = new ControlShell(connection, ports);
  // Before anything else, since a server may allow only a few channels.
  await control.run(':', []);
  const processes = new SshProcesses(connection, control, ports);
  const server = await probeServer(processes, ports.clock, folder, connection.settings.alias);
  const [path, terminalReason] = await Promise.all([loginPath(processes, ports.clock, server), whyNoTerminal(processes, ports)]);
  processes.path = path === null ? null : `${path}:${server.folder}/node_modules/.bin`;
  const sftp = new SftpSession(connection);
  const seen = new SeenFiles();
  const polling = new PollFiles(sftp, seen, ports.clock);
  const machinePorts = new SshMachinePorts({
    connection,
    control,
    clock: ports.clock,
    method: server.portMethod,
    user: server.user,
    uid: server.uid,
  });
  const files = new SshFiles({
    folder: server.folder,
    sftp,
    seen,
    uid: server.uid,
    runScript: (script, args) => control.run(script, args),
    randomName: () => Buffer.from(ports.randomBytes(8)).toString('hex'),
    watchPath: createWatchPath({ processes, clock: ports.clock, polling, hasInotify: server.hasInotify }),
  });
  return {
    facts: factsOf(connection, server, terminalReason),
    files,
    processes,
    ports: machinePorts,
    onLost: (listener) => connection.onLost(listener),
    async close() {
      machinePorts.stop();
      await processes.endAll();
      sftp.close();
      control.close();
      await connection.close();
    },
  };
}

function factsOf({ settings }: SshConnection, server: ServerFacts, terminalReason: string | null): MachineFacts {
  const user = server.user === '' ? settings.user : server.user;
  return {
    kind: 'ssh',
    host: `${user}@${settings.alias}`,
    user,
    system: server.system,
    platform: server.platform,
    shell: server.shell,
    home: server.home,
    folder: server.folder,
    hasTerminal: terminalReason === null,
    ...(terminalReason === null ? {} : { terminalReason }),
  };
}

const terminalMilliseconds = 10_000;

async function whyNoTerminal(processes: SshProcesses, ports: SshPorts): Promise<string | null> {
  const request = { command: '/bin/sh', args: ['-c', ':'], cwd: '/', env: {}, terminal: { columns: 80, rows: 24 } };
  try {
    await collect(processes, request, { clock: ports.clock, milliseconds: terminalMilliseconds });
    return null;
  } catch (error) {
    return `The server gives programs no terminal: ${messageOf(error)}`;
  }
}
