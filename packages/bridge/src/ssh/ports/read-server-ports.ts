import { ownProcesses, type ProcessRow } from '../../machine/own-processes.ts';
import { type ListeningSocket, type PortMethod, parseSockets, portScripts } from '../../shell/listening-ports.ts';
import { parseProcessRows, parseSocketOwners, processRowsScript, socketOwnersScript } from '../../shell/socket-owners.ts';
import type { ControlShell } from '../processes/control-shell.ts';
import type { LaunchedSessions } from '../processes/launched-sessions.ts';

/**
 * Reads the server's open ports, each with the launched process whose program listens, or null if that is not known.
 */
export type ReadServerPorts = () => Promise<ReadonlyMap<number, number | null>>;

export interface ReadServerPortsOptions {
  control: Pick<ControlShell, 'run'>;
  launched: LaunchedSessions;
  method: PortMethod;
  /** Whether the server reports which process owns a socket. */
  tellsOwners: boolean;
  user: string;
  uid: number | null;
}

/** If the server does not report the owner of a port, every port that was not open at the first reading counts. */
export function createReadServerPorts(options: ReadServerPortsOptions): ReadServerPorts {
  const { control, method, user, uid } = options;
  const readSockets = async () => parseSockets(method, (await control.run(portScripts[method], [user])).output, uid);
  return options.tellsOwners ? createReadOwnPorts(options, readSockets) : createReadNewPorts(readSockets);
}

type ReadSockets = () => Promise<ListeningSocket[]>;

function createReadNewPorts(readSockets: ReadSockets): ReadServerPorts {
  let former: ReadonlySet<number> | null = null;
  return async () => {
    const open = new Set((await readSockets()).map(({ port }) => port));
    // A port that was closed and is open again is a new one.
    const stillOpen = new Set([...(former ?? open)].filter((port) => open.has(port)));
    former = stillOpen;
    return new Map([...open].filter((port) => !stillOpen.has(port)).map((port) => [port, null]));
  };
}

/** The report of a launched program may arrive later than the table that lists its port. */
const looksAtEachChange = 2;

/** Finding a socket's owner means reading all processes, so it is done only after a socket has been opened or closed. */
function createReadOwnPorts({ control, launched }: ReadServerPortsOptions, readSockets: ReadSockets): ReadServerPorts {
  let former = '';
  let looks = 0;
  let ports: ReadonlyMap<number, number> = new Map();
  return async () => {
    if (launched.isEmpty) return new Map();
    const sockets = await readSockets();
    const current = sockets.map(({ inode }) => inode).join();
    if (current === former && looks >= looksAtEachChange) return ports;
    looks = current === former ? looks + 1 : 1;
    former = current;
    const owners = await socketOwners(control, launched);
    ports = new Map(sockets.flatMap(({ port, inode }) => entryOf(port, owners.get(inode ?? ''))));
    return ports;
  };
}

/** Returns the sockets of the launched processes and their descendants, by inode. */
async function socketOwners(control: Pick<ControlShell, 'run'>, launched: LaunchedSessions): Promise<Map<string, number>> {
  const at = launched.now();
  const rows: ProcessRow[] = parseProcessRows((await control.run(processRowsScript, [])).output);
  const own = ownProcesses(rows, launched.keep(at, rows));
  if (own.size === 0) return new Map();
  const { output } = await control.run(socketOwnersScript, [...own.keys()].map(String));
  return new Map(parseSocketOwners(output).flatMap(({ pid, inode }) => entryOf(inode, own.get(pid))));
}

function entryOf<Key>(key: Key, owner: number | undefined): [Key, number][] {
  return owner === undefined ? [] : [[key, owner]];
}
