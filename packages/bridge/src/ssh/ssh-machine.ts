import { createHash } from 'node:crypto';
import { collect } from '../machine/collect.ts';
import { listPrograms } from '../machine/list-programs.ts';
import type { Machine, MachineFacts } from '../machine/machine.ts';
import { parseTarget } from './config/parse-target.ts';
import type { HostSettings } from './config/resolve-host.ts';
import { routeTo } from './config/route-to.ts';
import { type SshIdentity, withIdentity } from './config/with-identity.ts';
import type { HopOptions } from './connection/connect-hop.ts';
import { connectSsh, type SshConnection } from './connection/ssh-connection.ts';
import { SftpSession } from './files/sftp-session.ts';
import { SshFiles } from './files/ssh-files.ts';
import { PollFiles } from './files/watch/poll-files.ts';
import { SeenFiles } from './files/watch/seen-files.ts';
import { createWatchPath } from './files/watch/watch-files.ts';
import { createReadServerPorts, type ReadServerPorts } from './ports/read-server-ports.ts';
import { SshMachinePorts } from './ports/ssh-machine-ports.ts';
import { loginPath, probeServer, type ServerFacts } from './probe-server.ts';
import { ControlShell } from './processes/control-shell.ts';
import { SshProcesses } from './processes/ssh-processes.ts';
import { messageOf } from './ssh-error.ts';
import type { SshPorts } from './ssh-ports.ts';

export interface SshMachineOptions extends Partial<HopOptions> {
  /** `user@host[:port]`, or a name of `~/.ssh/config`. */
  target: string;
  /** How to sign in to the target itself; servers on the way use the configuration. Default: as OpenSSH would. */
  identity?: SshIdentity;
  /** Absolute, or relative to the user's home on the server; empty for the home itself. */
  folder: string;
  /** The name of the folder for temporary files on the server; it must be unguessable. Default: a new one. */
  temporaryName?: string;
}

/** Connects and opens a folder. Throws an `SshError` with a sentence for the user. */
export async function openSshMachine(given: SshMachineOptions, ports: SshPorts): Promise<Machine> {
  const { target, folder, identity = { type: 'usual' }, temporaryName = newTemporaryName(ports), ...options } = given;
  const route = await routeTo(parseTarget(target), ports.files, ports.own);
  const last = route[route.length - 1];
  if (last !== undefined) route[route.length - 1] = await withIdentity(last, identity, ports);
  const connection = await connectSsh(route, ports, options);
  try {
    return await machineOn(connection, { folder, temporaryName }, ports);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

export function newTemporaryName({ randomBytes }: Pick<SshPorts, 'randomBytes'>): string {
  return `devonz-${Buffer.from(randomBytes(16)).toString('hex')}`;
}

async function machineOn(
  connection: SshConnection,
  { folder, temporaryName }: { folder: string; temporaryName: string },
  ports: SshPorts,
): Promise<Machine> {
  const control = new ControlShell(connection, ports);
  // Opened first, because a server may allow only a few channels.
  await control.run(':', []);
  const processes = new SshProcesses(connection, control, ports);
  const server = await probeServer(processes, ports.clock, { folder, temporaryName, host: connection.settings.alias });
  const [path, terminalReason] = await Promise.all([loginPath(processes, ports.clock, server), whyNoTerminal(processes, ports)]);
  processes.path = path === null ? null : `${path}:${server.folder}/node_modules/.bin`;
  const programs = await listPrograms(processes, server.folder, ports.clock);
  const sftp = new SftpSession(connection);
  const seen = new SeenFiles();
  const polling = new PollFiles(sftp, seen, ports.clock);
  const readPorts = readPortsOf(server, control, processes);
  // Read before any program is started, so that the ports that are already open count as foreign.
  if (!server.tellsOwners) await readPorts?.();
  const machinePorts = new SshMachinePorts({ connection, clock: ports.clock, read: readPorts });
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
    facts: factsOf(connection, server, { terminalReason, programs, path: processes.path }),
    files,
    processes,
    ports: machinePorts,
    onConnection: (listener) => connection.onLost((reason) => listener({ state: 'lost', reason })),
    async close() {
      machinePorts.stop();
      await processes.endAll();
      // A lost connection cannot remove its temporary files.
      await control.run('exec rm -rf -- "$1"', [server.temporaryFolder]).catch(() => undefined);
      sftp.close();
      control.close();
      await connection.close();
    },
  };
}

function readPortsOf(server: ServerFacts, control: ControlShell, { launched }: SshProcesses): ReadServerPorts | null {
  const { portMethod: method, tellsOwners, user, uid } = server;
  return method === null ? null : createReadServerPorts({ control, launched, method, tellsOwners, user, uid });
}

interface Findings {
  terminalReason: string | null;
  programs: MachineFacts['programs'];
  path: string | null;
}

function factsOf({ settings }: SshConnection, server: ServerFacts, { terminalReason, programs, path }: Findings): MachineFacts {
  return {
    id: machineId(settings),
    kind: 'ssh',
    // The user's own name for the server, with the login. It precedes each command that asks, so the server must not
    // choose it.
    host: `${settings.user}@${settings.alias}`,
    user: server.user === '' ? settings.user : server.user,
    system: server.system,
    platform: server.platform,
    shell: server.shell,
    home: server.home,
    folder: server.folder,
    hasTerminal: terminalReason === null,
    ...(terminalReason === null ? {} : { terminalReason }),
    ...(path === null ? {} : { searchPath: path }),
    agentShell: [server.agentShell],
    temporaryFolder: server.temporaryFolder,
    wall: null,
    watch: server.hasInotify ? 'events' : 'polling',
    programs,
  };
}

/** The server's key is left out, because a renewed key does not make it another machine. */
function machineId({ hostName, port, user }: HostSettings): string {
  return createHash('sha256').update(['ssh', hostName, port, user].join('\0')).digest('hex').slice(0, 32);
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
