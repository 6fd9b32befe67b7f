import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { Duplex } from 'node:stream';
import { createLocalPorts, type LocalPorts } from '../local/ports/local-ports.ts';
import { collect } from '../machine/collect.ts';
import type { MachinePorts, MachineProcesses } from '../machine/machine.ts';
import { parsePorts, portScripts } from '../shell/listening-ports.ts';

export interface ContainerPortsOptions {
  processes: MachineProcesses;
  program: string;
  name: string;
  folder: string;
  later(work: () => void, milliseconds: number): () => void;
}

const LIMIT_MILLISECONDS = 5_000;
const NOBODY_LISTENS = 7;

/** Joins its input and output to a port of the container's loopback, with whichever tool the image has. */
const CONNECT = `
if command -v socat >/dev/null 2>&1; then exec socat - "TCP:127.0.0.1:$1"; fi
if command -v nc >/dev/null 2>&1; then exec nc 127.0.0.1 "$1"; fi
if command -v bash >/dev/null 2>&1; then exec bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$1" || exit ${NOBODY_LISTENS}; cat <&3 & cat >&3; wait' bash "$1"; fi
if command -v node >/dev/null 2>&1; then exec node -e 'const s=require("net").connect(process.argv[1],"127.0.0.1");process.stdin.pipe(s).pipe(process.stdout)' "$1"; fi
if command -v python3 >/dev/null 2>&1; then exec python3 -c 'import os,socket,sys,threading
s=socket.create_connection(("127.0.0.1",int(sys.argv[1])))
def back():
  while True:
    b=s.recv(65536)
    if not b: os._exit(0)
    os.write(1,b)
threading.Thread(target=back,daemon=True).start()
while True:
  b=os.read(0,65536)
  if not b: break
  s.sendall(b)
s.shutdown(1); threading.Event().wait()' "$1"; fi
echo 'The image has none of socat, nc, bash, node and python3, one of which is needed to reach its ports.' >&2
exit 1
`;

/** The ports of a container. They are not published, so programs inside the container list them and connect to them. */
export function createContainerPorts({ processes, program, name, folder, later }: ContainerPortsOptions): LocalPorts {
  const read = async () => {
    const request = { command: '/bin/sh', args: ['-c', portScripts.proc], cwd: folder, env: {}, terminal: null };
    const { stdout } = await collect(processes, request, { clock: { later }, milliseconds: LIMIT_MILLISECONDS });
    return new Map([...parsePorts('proc', stdout, null)].map((port): [number, null] => [port, null]));
  };
  const ports = createLocalPorts(read, later, 1_000);
  const connect: MachinePorts['connect'] = async (port) => {
    const open = await read();
    if (!open.has(port)) throw Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED' });
    return joined(spawn(program, ['exec', '--interactive', name, '/bin/sh', '-c', CONNECT, 'devonz', String(port)]));
  };
  return { ...ports, connect };
}

function joined(child: ChildProcessWithoutNullStreams): Duplex {
  child.stderr.resume();
  child.stdin.on('error', () => undefined);
  const socket = Duplex.from({ readable: child.stdout, writable: child.stdin });
  child.once('error', (error) => socket.destroy(error));
  socket.once('close', () => child.kill());
  return socket;
}
