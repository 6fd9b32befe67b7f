import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parseLinuxTable, parseLsof, parseNetstat } from './listening-port.ts';
import { ownSockets } from './own-sockets.ts';

/** Resolves to the open ports, each with the session whose process listens, or null if that is not known. */
export type ReadPorts = () => Promise<ReadonlyMap<number, number | null>>;

/**
 * Creates the function that reads the ports on which processes of these sessions listen. Only Linux reports a port's
 * owner; on other systems every port that was not open at the first reading counts.
 */
export function createReadOwnPorts(platform: NodeJS.Platform, sessions: ReadonlySet<number>): ReadPorts {
  if (platform === 'linux') return createReadLinuxPorts(sessions);
  const readAll = platform === 'win32' ? readWindowsPorts : readMacPorts;
  let former: ReadonlySet<number> | null = null;
  return async () => {
    const ports = await readAll();
    former ??= ports;
    return new Map([...ports].filter((port) => !former?.has(port)).map((port) => [port, null]));
  };
}

/** Finding a socket's owner means reading all processes, so it is done only when a socket has been opened or closed. */
function createReadLinuxPorts(sessions: ReadonlySet<number>): ReadPorts {
  let former = '';
  let ports: ReadonlyMap<number, number> = new Map();
  return async () => {
    if (sessions.size === 0) return ports;
    const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')));
    const listening = tables.flatMap(parseLinuxTable).filter(({ inode }) => inode !== null);
    const current = listening.map(({ inode }) => inode).join();
    if (current === former) return ports;
    former = current;
    const own = await ownSockets(sessions);
    ports = new Map(listening.flatMap(({ port, inode }) => ownerEntry(port, own.get(inode ?? ''))));
    return ports;
  };
}

function ownerEntry(port: number, session: number | undefined): [number, number][] {
  return session === undefined ? [] : [[port, session]];
}

async function readMacPorts(): Promise<ReadonlySet<number>> {
  // The command fails when it finds no port.
  const text = await output('lsof', ['-nP', '-iTCP', '-sTCP:LISTEN', '-Fn']).catch(() => '');
  return new Set(parseLsof(text).map(({ port }) => port));
}

async function readWindowsPorts(): Promise<ReadonlySet<number>> {
  const text = await output('netstat', ['-ano', '-p', 'TCP']).catch(() => '');
  return new Set(parseNetstat(text).map(({ port }) => port));
}

async function output(command: string, args: string[]): Promise<string> {
  return (await promisify(execFile)(command, args, { windowsHide: true })).stdout;
}
