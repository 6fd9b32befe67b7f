import { systemError } from '../../abi/error-codes.ts';
import type { KernelLimits } from '../../abi/limits.ts';
import type { ExitStatus, SignalName } from '../../abi/system-calls.ts';
import type { FileSystem } from '../files/file-system.ts';
import { OpenDevice, type OpenFile } from '../io/open-file.ts';
import type { Answer } from '../io/wait-list.ts';
import { type Executable, findExecutable } from './executable.ts';
import { Process, type ProcessRunner, type ProcessSession } from './process.ts';

/** The kernel's own pid, like init's on Unix: the parent of orphaned processes. */
export const KERNEL_PID = 1;
const IGNORED_BY_DEFAULT: ReadonlySet<SignalName> = new Set(['SIGCHLD', 'SIGWINCH']);

/** Starts a program for a process. The runner must not call back before this has returned. */
export type StartProgram = (process: Process, executable: Executable & { env: Record<string, string>; cwd: string }) => ProcessRunner;

export interface StartRequest {
  file: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  stdio: (OpenFile | null)[];
  parent: Process | null;
  /** The session of an existing process; a first process starts a new one. */
  session: ProcessSession | Omit<ProcessSession, 'leader'>;
  isGroupLeader: boolean;
}

export interface ProcessTableOptions {
  fileSystem: FileSystem;
  limits: KernelLimits;
  now(): number;
  startProgram: StartProgram;
}

/** The running processes: their start, end, signals, and waiting for children. */
export class ProcessTable {
  /** Called for every process that ends. */
  readonly endListeners = new Set<(pid: number) => void>();
  readonly #options: ProcessTableOptions;
  readonly #processes = new Map<number, Process>();
  readonly #exitListeners = new Map<number, (status: ExitStatus) => void>();
  #nextPid = KERNEL_PID + 1;

  constructor(options: ProcessTableOptions) {
    this.#options = options;
  }

  start(request: StartRequest): Process {
    const { limits, now, startProgram } = this.#options;
    const fileSystem = request.session.files.ofOthers;
    const running = this.#running();
    const inSession = running.filter((process) => process.session === request.session).length;
    if (running.length >= limits.maxProcesses || inSession >= limits.maxSessionProcesses) throw systemError('EAGAIN');
    checkArguments(request, limits);
    if (fileSystem.stat(request.cwd).kind !== 'directory') throw systemError('ENOTDIR');
    const executable = findExecutable(fileSystem, request);
    const pid = this.#nextPid++;
    const session = 'leader' in request.session ? request.session : { leader: pid, ...request.session };
    const group = request.isGroupLeader || request.parent === null ? pid : request.parent.group;
    const identity = { pid, parent: request.parent, group, session, args: executable.args, startedAt: now() };
    const process = new Process(identity, limits);
    this.#giveDescriptors(process, request.stdio);
    this.#processes.set(pid, process);
    request.parent?.children.add(process);
    process.runner = startProgram(process, { ...executable, env: request.env, cwd: request.cwd });
    return process;
  }

  /** Calls the listener once, when the process has ended. */
  onExit(process: Process, listener: (status: ExitStatus) => void): void {
    if (process.exitStatus !== null) listener(process.exitStatus);
    else this.#exitListeners.set(process.pid, listener);
  }

  end(process: Process, how: { exitCode: number } | { signal: SignalName }): void {
    if (process.exitStatus !== null) return;
    const status: ExitStatus = {
      pid: process.pid,
      exitCode: 'exitCode' in how ? how.exitCode & 0xff : null,
      signal: 'signal' in how ? how.signal : null,
    };
    process.exitStatus = status;
    process.runner?.terminate();
    process.runner = null;
    process.releaseAll();
    for (const child of process.children) {
      child.parent = null;
      if (child.exitStatus !== null) this.#processes.delete(child.pid);
    }
    process.children.clear();
    this.#tellParent(process, status);
    if (process.session.leader === process.pid) this.signalSession(process.session, 'SIGHUP');
    this.#exitListeners.get(process.pid)?.(status);
    this.#exitListeners.delete(process.pid);
    for (const listener of this.endListeners) listener(process.pid);
  }

  wait(process: Process, pid: number): Answer<ExitStatus> {
    return process.childWaiters.wait(process.caller(null), () => this.#reap(process, pid));
  }

  waitAtMost(process: Process, pid: number, milliseconds: number): Answer<ExitStatus | null> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      process.childWaiters.wake();
    }, milliseconds);
    const answer = process.childWaiters.wait(process.caller(null), () => this.#reap(process, pid) ?? (isLate ? null : undefined));
    const stop = () => clearTimeout(timer);
    if (answer instanceof Promise) answer.then(stop, stop);
    else stop();
    return answer;
  }

  /** Removes and returns a child that has ended; returns undefined if none has. */
  #reap(process: Process, pid: number): ExitStatus | undefined {
    const children = [...process.children].filter((child) => pid === -1 || child.pid === pid);
    if (children.length === 0) throw systemError('ECHILD');
    const ended = children.find((child) => child.exitStatus !== null);
    if (ended === undefined || ended.exitStatus === null) return undefined;
    process.children.delete(ended);
    this.#processes.delete(ended.pid);
    return ended.exitStatus;
  }

  /** Like kill(2): 0 is the caller's group, a negative number a group; a `null` signal only checks. */
  kill(caller: Process, pid: number, signal: SignalName | null): void {
    if (pid === KERNEL_PID) throw systemError('EPERM');
    if (pid <= 0) {
      if (!this.signalGroup(pid === 0 ? caller.group : -pid, signal)) throw systemError('ESRCH');
      return;
    }
    const process = this.#processes.get(pid);
    if (process === undefined) throw systemError('ESRCH');
    if (signal !== null) this.signal(process, signal);
  }

  /** Returns false if the group is empty. */
  signalGroup(group: number, signal: SignalName | null): boolean {
    const members = this.#running().filter((process) => process.group === group && successorOf(process)?.group !== group);
    if (signal !== null) for (const process of members) this.signal(process, signal);
    return members.length > 0;
  }

  signalSession(session: ProcessSession, signal: SignalName): void {
    for (const process of this.#running())
      if (process.session === session && successorOf(process)?.session !== session) this.signal(process, signal);
  }

  signal(process: Process, signal: SignalName): void {
    if (process.exitStatus !== null) return;
    const successor = successorOf(process);
    if (successor !== null) this.signal(successor, signal);
    else if (signal !== 'SIGKILL' && process.handledSignals.has(signal)) process.runner?.push({ type: 'signal', signal });
    else if (!IGNORED_BY_DEFAULT.has(signal)) this.end(process, { signal });
  }

  list(): Process[] {
    return this.#running();
  }

  endAll(): void {
    for (const process of this.#running()) this.end(process, { signal: 'SIGKILL' });
  }

  #running(): Process[] {
    return [...this.#processes.values()].filter((process) => process.exitStatus === null);
  }

  #giveDescriptors(process: Process, stdio: (OpenFile | null)[]): void {
    for (let descriptor = 0; descriptor < Math.max(3, stdio.length); descriptor += 1) {
      const file = stdio[descriptor] ?? (descriptor < 3 ? this.#nullDevice() : null);
      if (file !== null) process.setDescriptor(descriptor, file);
    }
  }

  #nullDevice(): OpenFile {
    const inode = this.#options.fileSystem.open('/dev/null', 2, 0);
    if (inode.kind !== 'file') throw systemError('EISDIR');
    return new OpenDevice(inode);
  }

  #tellParent(process: Process, status: ExitStatus): void {
    const { parent } = process;
    if (parent === null || parent.exitStatus !== null) {
      this.#processes.delete(process.pid);
      return;
    }
    parent.runner?.push({ type: 'child-exit', status });
    this.signal(parent, 'SIGCHLD');
    parent.childWaiters.wake();
  }
}

/** Returns the running process that has replaced it, if any. */
function successorOf({ successor }: Process): Process | null {
  return successor === null || successor.exitStatus !== null ? null : successor;
}

function checkArguments({ args, env }: StartRequest, limits: KernelLimits): void {
  let characters = 0;
  for (const argument of args) characters += argument.length;
  for (const [name, value] of Object.entries(env)) characters += name.length + value.length;
  if (characters > limits.maxArgumentCharacters) throw systemError('E2BIG');
}
