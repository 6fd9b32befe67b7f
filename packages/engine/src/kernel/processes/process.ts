import type { ProcessGrant } from 'devonz-engine-protocol/process-grant';
import { systemError } from '../../abi/error-codes.ts';
import type { KernelLimits } from '../../abi/limits.ts';
import type { ExitStatus, KernelPush, SignalName, SystemError } from '../../abi/system-calls.ts';
import type { FileSystem } from '../files/file-system.ts';
import type { OpenFile } from '../io/open-file.ts';
import { type Caller, WaitList } from '../io/wait-list.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The carrier of a running program: a worker, or in tests a promise. */
export interface ProcessRunner {
  push(push: KernelPush): void;
  /** Ends it immediately, whatever it is doing. */
  terminate(): void;
}

/** All processes of one `spawn` of a client; the session ends with its first process. */
export interface ProcessSession {
  readonly leader: number;
  readonly terminal: Terminal | null;
  readonly files: SessionFiles;
}

/** The kernel's files as the programs of a session see them. */
export interface SessionFiles {
  readonly ofFirst: FileSystem;
  readonly ofOthers: FileSystem;
  /** `null` permits access to all files. It also determines what processes may keep for one another. */
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

/** The kernel's record of a process: its identity, its descriptors, and its pending calls. */
export class Process {
  readonly pid: number;
  readonly session: ProcessSession;
  /** The files within its grant, used by every call of the process that names or changes a file. */
  readonly files: FileSystem;
  readonly args: string[];
  readonly startedAt: number;
  group: number;
  /** The permissions that are removed from files it creates. */
  umask: number;
  /** `null` for a client's process, and once the parent has ended. */
  parent: Process | null;
  readonly children = new Set<Process>();
  /** The child that has replaced it. */
  successor: Process | null = null;
  /** Woken when a child ends. */
  readonly childWaiters = new WaitList();
  readonly handledSignals = new Set<SignalName>();
  readonly watches = new Map<number, () => void>();
  runner: ProcessRunner | null = null;
  /** Set once it has ended; it stays in the table until its parent has waited for it. */
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

  /** Returns a caller for a call that may have to wait; closing `descriptor` cancels the call. */
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

  /** Uses the lowest free number. */
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

  /** Called when it has ended: releases all its resources. */
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
