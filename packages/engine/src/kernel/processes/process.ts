import type { ProcessGrant } from 'devonz-engine-protocol/process-grant';
import { systemError } from '../../abi/error-codes.ts';
import type { KernelLimits } from '../../abi/limits.ts';
import type { ExitStatus, KernelPush, SignalName, SystemError } from '../../abi/system-calls.ts';
import type { FileSystem } from '../files/file-system.ts';
import type { OpenFile } from '../io/open-file.ts';
import { type Caller, WaitList } from '../io/wait-list.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What carries a running program: a worker, or in tests a promise. */
export interface ProcessRunner {
  push(push: KernelPush): void;
  /** Ends it at once, whatever it is doing. */
  terminate(): void;
}

/** All that one client's `spawn` has set going; it ends with its first process. */
export interface ProcessSession {
  readonly leader: number;
  readonly terminal: Terminal | null;
  readonly files: SessionFiles;
}

/** The kernel's files as the programs of a session see them. */
export interface SessionFiles {
  readonly ofFirst: FileSystem;
  readonly ofOthers: FileSystem;
  /** Null: it may touch all of them. What processes keep for one another depends on it. */
  readonly grant: ProcessGrant | null;
}

export interface ProcessIdentity {
  pid: number;
  parent: Process | null;
  group: number;
  session: ProcessSession;
  args: string[];
  startedAt: number;
}

interface PendingCall {
  descriptor: number | null;
  cancel(error: SystemError): void;
}

const DEFAULT_UMASK = 0o022;

/** The kernel's record of a process: who it is, what it has open, what it waits for. */
export class Process {
  readonly pid: number;
  readonly session: ProcessSession;
  /** As far as it may touch them: for every call of the process that names or changes a file. */
  readonly files: FileSystem;
  readonly args: string[];
  readonly startedAt: number;
  group: number;
  /** Permissions that what it makes does not get. */
  umask: number;
  /** Null for a client's process, and once the parent has ended. */
  parent: Process | null;
  readonly children = new Set<Process>();
  /** The child that has taken its place. */
  successor: Process | null = null;
  /** Woken when a child ends. */
  readonly childWaiters = new WaitList();
  readonly handledSignals = new Set<SignalName>();
  readonly watches = new Map<number, () => void>();
  runner: ProcessRunner | null = null;
  /** Set once it has ended; it stays in the table until its parent has asked. */
  exitStatus: ExitStatus | null = null;
  readonly #descriptors = new Map<number, OpenFile>();
  readonly #pending = new Set<PendingCall>();
  readonly #limits: KernelLimits;

  constructor(identity: ProcessIdentity, limits: KernelLimits) {
    this.pid = identity.pid;
    this.parent = identity.parent;
    this.group = identity.group;
    this.umask = identity.parent?.umask ?? DEFAULT_UMASK;
    this.session = identity.session;
    this.files = identity.pid === identity.session.leader ? identity.session.files.ofFirst : identity.session.files.ofOthers;
    this.args = identity.args;
    this.startedAt = identity.startedAt;
    this.#limits = limits;
  }

  /** For a call that may have to wait; `descriptor` is the one whose closing calls it off. */
  caller(descriptor: number | null): Caller {
    const process = this;
    return {
      get group() {
        return process.group;
      },
      pid: process.pid,
      onCancel(cancel) {
        const call: PendingCall = { descriptor, cancel };
        process.#pending.add(call);
        return () => process.#pending.delete(call);
      },
    };
  }

  file(descriptor: number): OpenFile {
    const file = this.#descriptors.get(descriptor);
    if (file === undefined) throw systemError('EBADF');
    return file;
  }

  /** Takes the lowest free number. */
  addDescriptor(file: OpenFile): number {
    if (this.#descriptors.size >= this.#limits.maxDescriptors) throw systemError('EMFILE');
    let descriptor = 0;
    while (this.#descriptors.has(descriptor)) descriptor += 1;
    this.setDescriptor(descriptor, file);
    return descriptor;
  }

  setDescriptor(descriptor: number, file: OpenFile): void {
    file.hold();
    this.#descriptors.set(descriptor, file);
  }

  closeDescriptor(descriptor: number): void {
    const file = this.file(descriptor);
    this.#descriptors.delete(descriptor);
    this.#cancel((call) => call.descriptor === descriptor, systemError('EBADF'));
    file.drop();
  }

  /** It has ended: gives back all it holds. */
  releaseAll(): void {
    this.#cancel(() => true, systemError('ESRCH'));
    for (const unwatch of this.watches.values()) unwatch();
    this.watches.clear();
    const files = [...this.#descriptors.values()];
    this.#descriptors.clear();
    for (const file of files) file.drop();
  }

  #cancel(isMeant: (call: PendingCall) => boolean, error: SystemError): void {
    for (const call of [...this.#pending]) {
      if (!isMeant(call)) continue;
      this.#pending.delete(call);
      call.cancel(error);
    }
  }
}
