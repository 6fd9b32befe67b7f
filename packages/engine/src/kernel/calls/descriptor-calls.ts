import { systemError } from '../../abi/error-codes.ts';
import type { KernelLimits } from '../../abi/limits.ts';
import { type SystemCallHandlers, SystemError } from '../../abi/system-calls.ts';
import type { Inode } from '../files/inode.ts';
import { ByteQueue } from '../io/byte-queue.ts';
import { OpenDirectory, type OpenFile, OpenRegularFile } from '../io/open-file.ts';
import { PipeReadEnd, PipeWriteEnd } from '../io/pipe.ts';
import { createSocketPair, Listener, type Ports, Socket } from '../io/sockets.ts';
import { mapAnswer } from '../io/wait-list.ts';
import type { Process } from '../processes/process.ts';
import type { ProcessTable } from '../processes/process-table.ts';
import { type Terminal, TerminalFile } from '../terminal/terminal.ts';

type DescriptorCallName =
  | ('close' | 'read' | 'write' | 'fstat' | 'ftruncate' | 'fsync' | 'pipe' | 'socketPair' | 'duplicate' | 'isTerminal' | 'terminalSize')
  | (
      | 'lockFile'
      | 'isLocked'
      | 'fchmod'
      | 'futimes'
      | 'terminalMode'
      | 'setTerminalRaw'
      | 'setTerminalSignals'
      | 'setTerminalEcho'
      | 'setReadWanted'
      | 'setForegroundGroup'
      | 'listen'
      | 'accept'
      | 'connect'
      | 'shutdown'
    );

interface DescriptorCallsOptions {
  limits: KernelLimits;
  ports: Ports;
  processes: ProcessTable;
}

/** Creates the calls on descriptors: files, pipes, terminals, sockets. */
export function createDescriptorCalls(options: DescriptorCallsOptions): Pick<SystemCallHandlers<Process>, DescriptorCallName> {
  const { limits, ports, processes } = options;
  return {
    close: (process, descriptor) => process.closeDescriptor(descriptor),
    read: (process, descriptor, length, position) => process.file(descriptor).read(process.caller(descriptor), length, position),
    write: (process, descriptor, data, position) => {
      const file = process.file(descriptor);
      try {
        const answer = file.write(process.caller(descriptor), data, position);
        return typeof answer === 'number' ? answer : answer.catch((error) => brokenPipe(processes, process, file, error));
      } catch (error) {
        return brokenPipe(processes, process, file, error);
      }
    },
    fstat: (process, descriptor) => process.file(descriptor).status(),
    ftruncate: (process, descriptor, length) => process.file(descriptor).truncate(length),
    lockFile: (process, descriptor, level) => process.file(descriptor).lock(level),
    isLocked: (process, descriptor) => process.file(descriptor).isLocked(),
    fsync: (process, descriptor) => void process.file(descriptor),
    fchmod: (process, descriptor, mode) => process.files.chmodInode(inodeOf(process, descriptor), mode),
    futimes: (process, descriptor, accessedAt, modifiedAt) =>
      process.files.utimesInode(inodeOf(process, descriptor), accessedAt, modifiedAt),
    pipe: (process) => {
      const queue = new ByteQueue(limits.pipeBytes);
      return [process.addDescriptor(new PipeReadEnd(queue)), process.addDescriptor(new PipeWriteEnd(queue))];
    },
    socketPair: (process) => {
      const [one, other] = createSocketPair(limits.socketBytes);
      return [process.addDescriptor(one), process.addDescriptor(other)];
    },
    duplicate: (process, descriptor) => process.addDescriptor(process.file(descriptor)),
    isTerminal: (process, descriptor) => isVisibleTerminal(process.file(descriptor)),
    terminalSize: (process, descriptor) => visibleTerminalOf(process, descriptor).size,
    terminalMode: (process, descriptor) => visibleTerminalOf(process, descriptor).mode,
    setTerminalRaw: (process, descriptor, isRaw) => visibleTerminalOf(process, descriptor).setRaw(isRaw),
    setTerminalSignals: (process, descriptor, isOn) => visibleTerminalOf(process, descriptor).setSignals(isOn),
    setTerminalEcho: (process, descriptor, isOn) => terminalOf(process, descriptor).setEcho(isOn),
    setReadWanted: (process, descriptor, isWanted) => terminalOf(process, descriptor).setReadWanted(process.pid, isWanted),
    setForegroundGroup: (process, descriptor, group) => {
      terminalOf(process, descriptor).foregroundGroup = group;
    },
    listen: (process, port) => {
      const listener = ports.listen(port);
      process.session.terminal?.notes?.port(listener.port);
      return { listener: process.addDescriptor(listener), port: listener.port };
    },
    accept: (process, descriptor) => {
      const listener = process.file(descriptor);
      if (!(listener instanceof Listener)) throw systemError('EINVAL');
      return mapAnswer(listener.accept(process.caller(descriptor)), ({ socket, remotePort }) => {
        // The process may have ended since the connection was accepted.
        if (process.exitStatus !== null) socket.release();
        return { socket: process.exitStatus === null ? process.addDescriptor(socket) : -1, remotePort };
      });
    },
    connect: (process, port, host) => {
      const { socket, localPort } = ports.connect(port, host);
      return { socket: process.addDescriptor(socket), localPort };
    },
    shutdown: (process, descriptor) => {
      const socket = process.file(descriptor);
      if (!(socket instanceof Socket)) throw systemError('ENOTSOCK');
      socket.shutdown();
    },
  };
}

function inodeOf(process: Process, descriptor: number): Inode {
  const file = process.file(descriptor);
  if (file instanceof OpenRegularFile || file instanceof OpenDirectory) return file.inode;
  throw systemError('EINVAL');
}

function terminalOf(process: Process, descriptor: number): Terminal {
  const file = process.file(descriptor);
  if (!(file instanceof TerminalFile)) throw systemError('ENOTTY');
  return file.terminal;
}

function isVisibleTerminal(file: OpenFile): boolean {
  return file instanceof TerminalFile && !file.terminal.isPlain;
}

function visibleTerminalOf(process: Process, descriptor: number): Terminal {
  const terminal = terminalOf(process, descriptor);
  if (terminal.isPlain) throw systemError('ENOTTY');
  return terminal;
}

/** As on Unix, a writer whose reader is gone is ended unless it handles SIGPIPE; sockets only return the error. */
function brokenPipe(processes: ProcessTable, process: Process, file: OpenFile, error: unknown): never {
  if (error instanceof SystemError && error.code === 'EPIPE' && !(file instanceof Socket)) processes.signal(process, 'SIGPIPE');
  throw error;
}
