import { systemError } from '../../abi/error-codes.ts';
import type { KernelLimits } from '../../abi/limits.ts';
import { OpenFlag, type SystemCallHandlers, SystemError } from '../../abi/system-calls.ts';
import type { FileSystem } from '../files/file-system.ts';
import { createSocketPair, Listener } from '../io/sockets.ts';
import type { Process } from './process.ts';

/**
 * Creates sockets with a path instead of a port (Unix domain sockets). An empty file represents the path, so that it can be listed, tested
 * for and removed; `stat` reports a file.
 */
export function createNamedSocketCalls(limits: KernelLimits): Pick<SystemCallHandlers<Process>, 'listenAt' | 'connectTo'> {
  const listeners = new Map<string, Listener>();
  return {
    listenAt: (process, path) => {
      // These files are guarded: when the socket is closed, the path may lead to another file, which this process may not remove.
      const fileSystem = process.files;
      try {
        fileSystem.writeFile(path, new Uint8Array(0), OpenFlag.CREATE | OpenFlag.EXCLUSIVE, 0o755);
      } catch (error) {
        throw error instanceof SystemError && error.code === 'EEXIST' ? systemError('EADDRINUSE') : error;
      }
      const listener = new Listener(0, () => {
        // A program may have removed the file, and another socket may use the path by now.
        if (listeners.get(path) !== listener) return;
        listeners.delete(path);
        removeName(fileSystem, path);
      });
      listeners.set(path, listener);
      return process.addDescriptor(listener);
    },
    connectTo: (process, path) => {
      const fileSystem = process.files;
      if (!isThere(fileSystem, path)) throw systemError('ENOENT');
      const listener = listeners.get(fileSystem.realpath(path));
      if (listener === undefined || listener.backlogLength >= limits.listenBacklog) throw systemError('ECONNREFUSED');
      const [near, far] = createSocketPair(limits.socketBytes);
      listener.offer({ socket: far, remotePort: 0 });
      return process.addDescriptor(near);
    },
  };
}

function removeName(fileSystem: FileSystem, path: string): void {
  if (!isThere(fileSystem, path)) return;
  try {
    fileSystem.unlink(path);
  } catch {
    // The path belongs to another file by now, which stays.
  }
}

function isThere(fileSystem: FileSystem, path: string): boolean {
  try {
    return fileSystem.lstat(path).kind === 'file';
  } catch {
    return false;
  }
}
