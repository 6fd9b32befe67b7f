import type { MachineConnection } from 'devonz-engine-protocol/machine/connection';
import type { EntryStatus, FileChange, FileWatch, Machine, MachineFiles, MachinePorts, PortListener } from '../machine/machine.ts';
import { LostError, messageOf, SshError } from './ssh-error.ts';
import type { Clock } from './ssh-ports.ts';

export type LinkState =
  | { type: 'connected' }
  /** `attempt` begins with 1. */
  | { type: 'waiting'; reason: string; attempt: number; milliseconds: number }
  | { type: 'connecting'; attempt: number }
  | { type: 'lost'; reason: string };

export interface ReconnectingOptions {
  /** Connects again. An `SshError` of another kind than `unreachable` ends the attempts. */
  open(): Promise<Machine>;
  clock: Clock;
  randomBytes(count: number): Uint8Array;
  onState(state: LinkState): void;
}

const firstDelay = 500;
const longestDelay = 30_000;
/** How long a call waits for the connection. */
const patience = 30_000;
const readAttempts = 3;

/**
 * A machine that reconnects after the connection is lost. Only reading is repeated, because any other call may have
 * been carried out. Processes of the former connection end as `lost`. A watch continues, and reports one change of `.`,
 * because everything in it may have changed meanwhile.
 */
export async function openReconnectingMachine(options: ReconnectingOptions): Promise<Machine> {
  const link = new Link(options, await options.open());
  const files = new ReconnectingFiles(link);
  return {
    facts: link.first.facts,
    files,
    processes: { start: (request) => link.once((machine) => machine.processes.start(request)) },
    ports: new ReconnectingPorts(link),
    onConnection: (listener) => link.onConnection(listener),
    close: () => link.close(),
  };
}

class Link {
  private current: Machine | null = null;
  private lostReason: string | null = null;
  private cancel: (() => void) | null = null;
  private readonly listeners = new Set<(change: MachineConnection) => void>();
  private readonly connectListeners = new Set<(machine: Machine) => void>();

  constructor(
    private readonly options: ReconnectingOptions,
    readonly first: Machine,
  ) {
    this.adopt(first);
  }

  get machineNow(): Machine | null {
    return this.current;
  }

  onConnection(listener: (change: MachineConnection) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Called for each further connection. */
  onConnect(listener: (machine: Machine) => void): () => void {
    this.connectListeners.add(listener);
    return () => this.connectListeners.delete(listener);
  }

  async once<T>(run: (machine: Machine) => Promise<T>): Promise<T> {
    const machine = await this.machine();
    try {
      return await run(machine);
    } catch (error) {
      if (!(error instanceof LostError)) throw error;
      throw new LostError(`${error.message} Whether it was carried out is not known, so it is not repeated.`, true);
    }
  }

  async repeatedly<T>(run: (machine: Machine) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const machine = await this.machine();
      try {
        return await run(machine);
      } catch (error) {
        if (!(error instanceof LostError) || attempt >= readAttempts) throw error;
        // A channel may break although the connection does not.
        if (this.current === machine && attempt > 1) throw error;
      }
    }
  }

  async close(): Promise<void> {
    this.cancel?.();
    const machine = this.current;
    this.giveUp('The connection was closed.');
    await machine?.close();
  }

  private machine(): Promise<Machine> {
    if (this.current !== null) return Promise.resolve(this.current);
    if (this.lostReason !== null) return Promise.reject(new LostError(this.lostReason, false));
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        cancel();
        offConnect();
        offLost();
        finish();
      };
      const fail = (reason: string) => settle(() => reject(new LostError(reason, false)));
      const words = `There is no connection to ${this.first.facts.host} now. Nothing was carried out.`;
      const cancel = this.options.clock.later(() => fail(words), patience);
      const offConnect = this.onConnect((machine) => settle(() => resolve(machine)));
      const offLost = this.onConnection((change) => {
        if (change.state === 'lost') fail(change.reason);
      });
    });
  }

  private adopt(machine: Machine): void {
    this.current = machine;
    machine.onConnection((change) => {
      if (this.current !== machine || change.state === 'back') return;
      this.current = null;
      if (this.lostReason !== null) return;
      this.tell({ state: 'away', reason: change.reason });
      this.wait(change.reason, 1);
    });
    this.options.onState({ type: 'connected' });
    for (const listener of [...this.connectListeners]) listener(machine);
    // No lost process is listed here, because the end of each process already reports it.
    if (machine !== this.first) this.tell({ state: 'back', lost: [] });
  }

  private wait(reason: string, attempt: number): void {
    const [byte = 0] = this.options.randomBytes(1);
    // The delays vary randomly, so that several windows do not reconnect at the same instant.
    const milliseconds = Math.round(Math.min(firstDelay * 2 ** (attempt - 1), longestDelay) * (1 + byte / 1024));
    this.options.onState({ type: 'waiting', reason, attempt, milliseconds });
    this.cancel = this.options.clock.later(() => void this.connect(attempt), milliseconds);
  }

  private async connect(attempt: number): Promise<void> {
    this.options.onState({ type: 'connecting', attempt });
    try {
      const machine = await this.options.open();
      if (this.lostReason === null) this.adopt(machine);
      else await machine.close();
    } catch (error) {
      if (this.lostReason !== null) return;
      if (error instanceof SshError && error.failure !== 'unreachable') this.giveUp(error.message);
      else this.wait(messageOf(error), attempt + 1);
    }
  }

  private giveUp(reason: string): void {
    if (this.lostReason !== null) return;
    this.lostReason = reason;
    this.current = null;
    this.options.onState({ type: 'lost', reason });
    this.tell({ state: 'lost', reason });
    this.listeners.clear();
    this.connectListeners.clear();
  }

  private tell(change: MachineConnection): void {
    for (const listener of [...this.listeners]) listener(change);
  }
}

class ReconnectingFiles implements MachineFiles {
  constructor(private readonly link: Link) {}

  read(path: string, range?: { offset: number; limit: number }): Promise<Uint8Array> {
    return this.link.repeatedly(({ files }) => files.read(path, range));
  }

  list(path: string) {
    return this.link.repeatedly(({ files }) => files.list(path));
  }

  status(path: string): Promise<EntryStatus> {
    return this.link.repeatedly(({ files }) => files.status(path));
  }

  readLink(path: string): Promise<string> {
    return this.link.repeatedly(({ files }) => files.readLink(path));
  }

  write(path: string, content: Uint8Array): Promise<void> {
    return this.link.once(({ files }) => files.write(path, content));
  }

  makeLink(target: string, path: string): Promise<void> {
    return this.link.once(({ files }) => files.makeLink(target, path));
  }

  makeFolder(path: string, isRecursive: boolean): Promise<string | undefined> {
    return this.link.once(({ files }) => files.makeFolder(path, isRecursive));
  }

  remove(path: string, options: { isRecursive: boolean; isForced: boolean }): Promise<void> {
    return this.link.once(({ files }) => files.remove(path, options));
  }

  rename(from: string, to: string): Promise<void> {
    return this.link.once(({ files }) => files.rename(from, to));
  }

  setMode(path: string, mode: number): Promise<void> {
    return this.link.once(({ files }) => files.setMode(path, mode));
  }

  async watch(path: string, options: { isRecursive: boolean }, listener: (change: FileChange) => void): Promise<FileWatch> {
    let inner: FileWatch | null = await this.link.repeatedly(({ files }) => files.watch(path, options, listener));
    let isClosed = false;
    const again = async (machine: Machine) => {
      inner = null;
      const next = await machine.files.watch(path, options, listener).catch(() => null);
      // Another connection may have replaced this one meanwhile, and has its own watch.
      if (isClosed || this.link.machineNow !== machine) return next?.close();
      inner = next;
      listener({ event: 'rename', name: '.' });
    };
    const off = this.link.onConnect((machine) => void again(machine));
    return {
      get method() {
        return inner?.method ?? 'polling';
      },
      close() {
        isClosed = true;
        off();
        inner?.close();
      },
    };
  }
}

class ReconnectingPorts implements MachinePorts {
  constructor(private readonly link: Link) {}

  watch(listener: PortListener): () => void {
    const open = new Set<number>();
    const follow = (machine: Machine) => {
      // A port that is still open opens again, since connections to it are cut.
      for (const port of open) listener(port, 'close', null);
      open.clear();
      return machine.ports.watch((port, type, owner) => {
        if (type === 'open') open.add(port);
        else open.delete(port);
        listener(port, type, owner);
      });
    };
    const now = this.link.machineNow;
    let stop = now === null ? () => undefined : follow(now);
    const off = this.link.onConnect((machine) => {
      stop();
      stop = follow(machine);
    });
    return () => {
      off();
      stop();
    };
  }

  connect(port: number) {
    return this.link.once((machine) => machine.ports.connect(port));
  }
}
