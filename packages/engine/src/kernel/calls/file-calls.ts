import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { systemError } from '../../abi/error-codes.ts';
import { OpenFlag, type SystemCallHandlers, type TreeChange } from '../../abi/system-calls.ts';
import type { FileSystem } from '../files/file-system.ts';
import { OpenDevice, OpenDirectory, type OpenFile, OpenRegularFile } from '../io/open-file.ts';
import { mapAnswer } from '../io/wait-list.ts';
import type { Process } from '../processes/process.ts';
import { TerminalFile } from '../terminal/terminal.ts';

type FileCallName =
  | (
      | 'open'
      | 'stat'
      | 'lstat'
      | 'readFile'
      | 'writeFile'
      | 'readdir'
      | 'mkdir'
      | 'rmdir'
      | 'unlink'
      | 'removeTree'
      | 'rename'
      | 'changeTree'
      | 'link'
      | 'umask'
    )
  | ('symlink' | 'readlink' | 'realpath' | 'chmod' | 'utimes' | 'watch' | 'unwatch');

/** Creates the calls that take a path. */
export function createFileCalls(): Pick<SystemCallHandlers<Process>, FileCallName> {
  let nextWatchId = 1;
  return {
    open: (process, path, flags, mode) => process.addDescriptor(openPath(process, path, flags, mode)),
    stat: (process, path) => process.files.stat(path),
    lstat: (process, path) => process.files.lstat(path),
    readFile: (process, path) => {
      // A pipe or terminal has no complete contents, so its name must be opened and read.
      if (namedDescriptor(path) !== null || path === '/dev/tty') return readToEnd(process, openPath(process, path, 0, 0));
      return process.files.readFile(path);
    },
    writeFile: (process, path, data, flags, mode) => {
      if (namedDescriptor(path) === null && path !== '/dev/tty') return process.files.writeFile(path, data, flags, mode & ~process.umask);
      return mapAnswer(openPath(process, path, 1, 0).write(process.caller(null), data, null), () => undefined);
    },
    readdir: (process, path) => process.files.readdir(path),
    mkdir: (process, path, isRecursive, mode) => process.files.mkdir(path, isRecursive, mode & ~process.umask),
    rmdir: (process, path) => process.files.rmdir(path),
    unlink: (process, path) => process.files.unlink(path),
    removeTree: (process, path, isForced) => process.files.removeTree(path, isForced),
    rename: (process, from, to) => process.files.rename(from, to),
    changeTree: (process, changes, data) => {
      for (const change of changes) applyChange(process.files, change, data);
    },
    link: (process, existing, path) => process.files.link(existing, path),
    symlink: (process, target, path) => process.files.symlink(target, path),
    readlink: (process, path) => process.files.readlink(path),
    realpath: (process, path) => process.files.realpath(path),
    chmod: (process, path, mode) => process.files.chmod(path, mode),
    umask: (process, mask) => {
      const former = process.umask;
      if (mask !== null) process.umask = mask & 0o777;
      return former;
    },
    utimes: (process, path, accessedAt, modifiedAt) => process.files.utimes(path, accessedAt, modifiedAt),
    watch: (process, path, isRecursive) => {
      const watchId = nextWatchId++;
      const unwatch = process.files.watch(path, isRecursive, (event, changed) =>
        process.runner?.push({ type: 'watch', watchId, event, path: changed }),
      );
      process.watches.set(watchId, unwatch);
      return watchId;
    },
    unwatch: (process, watchId) => {
      process.watches.get(watchId)?.();
      process.watches.delete(watchId);
    },
  };
}

function openPath(process: Process, path: string, flags: number, mode: number): OpenFile {
  const descriptor = namedDescriptor(path);
  if (descriptor !== null) return process.file(descriptor);
  if (path === '/dev/tty') {
    const { terminal } = process.session;
    if (terminal === null || terminal.isPlain) throw systemError('ENOENT');
    return new TerminalFile(terminal);
  }
  const inode = process.files.open(path, flags, mode & ~process.umask);
  if (inode.kind === 'directory') return new OpenDirectory(inode);
  return inode.device === null ? new OpenRegularFile(process.files, inode, flags) : new OpenDevice(inode);
}

function applyChange(fileSystem: FileSystem, change: TreeChange, data: Uint8Array): void {
  switch (change.type) {
    case 'write': {
      makeParent(fileSystem, change.path);
      const content = data.slice(change.offset, change.offset + change.length);
      fileSystem.writeFile(change.path, content, OpenFlag.CREATE | OpenFlag.TRUNCATE, change.mode);
      break;
    }
    case 'remove':
      fileSystem.removeTree(change.path, true);
      break;
    case 'rename':
      makeParent(fileSystem, change.to);
      fileSystem.rename(change.from, change.to);
      break;
    case 'symlink':
      makeParent(fileSystem, change.path);
      fileSystem.removeTree(change.path, true);
      fileSystem.symlink(change.target, change.path);
      break;
    case 'chmod':
      if (fileSystem.exists(change.path)) fileSystem.chmod(change.path, change.mode);
      break;
  }
}

function makeParent(fileSystem: FileSystem, path: string): void {
  const parent = path.slice(0, path.lastIndexOf('/'));
  if (parent !== '') fileSystem.mkdir(parent, true, 0o755);
}

/** Returns the number for `/dev/stdin`, `/dev/fd/3`, …, which are other names of an open descriptor. */
function namedDescriptor(path: string): number | null {
  const number = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1];
  if (number !== undefined) return Number(number);
  const name = /^\/dev\/(stdin|stdout|stderr)$/.exec(path)?.[1];
  return name === undefined ? null : name === 'stdin' ? 0 : name === 'stdout' ? 1 : 2;
}

async function readToEnd(process: Process, file: OpenFile): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const chunk = await file.read(process.caller(null), 65_536, null);
    if (chunk.byteLength === 0) break;
    chunks.push(chunk);
  }
  return joinBytes(chunks);
}
