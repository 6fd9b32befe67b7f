import type { FileChange, FileWatch, Machine, MachineFiles, MachineProcess } from '../../machine/machine.ts';
import type { WatchLimit } from '../../protocol/large-folders.ts';
import type { Call } from '../../protocol/page-messages.ts';
import { factsOf } from '../facts-of.ts';
import { programOfShell } from './program-of-shell.ts';
import { exportTree, mountTree } from './tree-files.ts';

export interface CallPorts {
  machine: Machine;
  addWatch(id: number, start: (listener: (change: FileChange) => void) => Promise<FileWatch>): Promise<void>;
  tellLimit(limit: WatchLimit): void;
  /** Called before the folder is listed, so that no change after the listing is missed. */
  watchListed(path: string): Promise<void>;
  addProcess(id: number, process: MachineProcess, kind: ProcessKind): void;
  isProcess(id: number): boolean;
}

/** `isPlain`: a program without a terminal that still gets signals for Ctrl+C and similar keys. */
export interface ProcessKind {
  isTerminal: boolean;
  isPlain: boolean;
}

export interface CallAnswer {
  value: unknown;
  bytes?: Uint8Array;
}

const NOTHING: CallAnswer = { value: null };
const PATH_FIELDS: ReadonlySet<string> = new Set(['path', 'from', 'to', 'folder', 'cwd', 'command']);

/** Returns whether the call changes the machine, so that its order among other calls matters. */
export function isChangingCall({ call }: Call): boolean {
  return call === 'write' || call === 'make-folder' || call === 'remove' || call === 'rename' || call === 'mount' || call === 'start';
}

/** Carries out one call of a client. `given` are the bytes of its message. */
export async function answerCall(ports: CallPorts, call: Call, given: Uint8Array): Promise<CallAnswer> {
  const { files, facts } = ports.machine;
  refuseNul(call);
  switch (call.call) {
    case 'facts':
      return { value: factsOf(facts) };
    case 'read': {
      const { path, offset, limit } = call;
      const range = offset === undefined || limit === undefined ? undefined : { offset, limit };
      return { value: null, bytes: await files.read(path, range) };
    }
    case 'write':
      await files.write(call.path, given);
      return NOTHING;
    case 'read-itself':
      return readItself(files, call.path, call.most);
    case 'list':
      await ports.watchListed(call.path);
      return { value: await files.list(call.path) };
    case 'status':
      return { value: await files.status(call.path) };
    case 'read-link':
      return { value: await files.readLink(call.path) };
    case 'make-folder':
      return { value: (await files.makeFolder(call.path, call.isRecursive)) ?? null };
    case 'remove':
      await files.remove(call.path, { isRecursive: call.isRecursive, isForced: call.isForced });
      return NOTHING;
    case 'rename':
      await files.rename(call.from, call.to);
      return NOTHING;
    case 'watch': {
      const { path, isRecursive, isListedOnly } = call;
      const options = { isRecursive, isListedOnly, onLimit: ports.tellLimit };
      await ports.addWatch(call.watch, (listener) => files.watch(path, options, listener));
      return NOTHING;
    }
    case 'mount':
      await mountTree(files, call.folder, given);
      return NOTHING;
    case 'export':
      return { value: null, bytes: await exportTree(files, call.folder, call.request) };
    case 'start':
      return startProcess(ports, call);
  }
}

/** Looks at the size first: a file of gigabytes is not read to be refused. */
async function readItself(files: MachineFiles, path: string, most: number): Promise<CallAnswer> {
  const { kind, size } = await files.status(path);
  if (kind === 'symlink') return { value: await files.readLink(path) };
  if (kind === 'file' && size > most) throw Object.assign(new Error(`EFBIG: file too large, read '${path}'`), { code: 'EFBIG' });
  return { value: null, bytes: await files.read(path) };
}

/** The system ends a path at a NUL character, so the path that is used would not be the one that was checked. */
function refuseNul(call: Call): void {
  const paths = Object.entries(call).filter(([name]) => PATH_FIELDS.has(name));
  if (paths.some(([, path]) => String(path).includes('\0'))) throw Object.assign(new Error('EINVAL: invalid argument'), { code: 'EINVAL' });
}

async function startProcess({ machine, addProcess, isProcess }: CallPorts, call: Extract<Call, { call: 'start' }>): Promise<CallAnswer> {
  const { facts, processes } = machine;
  const { isPlain } = call;
  if (isProcess(call.process)) throw new Error(`There is a process ${call.process} already.`);
  // A program on a terminal would always detect the terminal.
  const terminal = isPlain ? null : call.terminal;
  const colours = isPlain ? { TERM: 'dumb', NO_COLOR: '1' } : { TERM: 'xterm-256color', COLORTERM: 'truecolor' };
  const started = await processes.start({
    command: programOfShell(call.command, facts),
    args: call.args,
    cwd: call.cwd,
    env: { ...(call.terminal === null ? {} : colours), ...call.env },
    terminal,
    joinsErrors: !call.isErrorSeparate,
    hidesSecrets: call.isAgents,
  });
  addProcess(call.process, started, { isTerminal: terminal !== null && facts.hasTerminal, isPlain });
  return NOTHING;
}
