import type { Duplex } from 'node:stream';
import type { MachinePorts, PortListener } from '../../machine/machine.ts';
import type { SshConnection } from '../connection/ssh-connection.ts';
import type { Clock } from '../ssh-ports.ts';
import type { ReadServerPorts } from './read-server-ports.ts';

export interface SshMachinePortsOptions {
  connection: SshConnection;
  clock: Clock;
  /** Null if the server has no program that lists ports. */
  read: ReadServerPorts | null;
}

const roundMilliseconds = 1_000;

export class SshMachinePorts implements MachinePorts {
  private readonly listeners = new Set<PortListener>();
  private open: ReadonlyMap<number, number | null> = new Map();
  private cancel: (() => void) | null = null;

  constructor(private readonly options: SshMachinePortsOptions) {}

  watch(listener: PortListener): () => void {
    // A wrapper for each call, so that the same function can be registered twice.
    const own: PortListener = (...change) => listener(...change);
    this.listeners.add(own);
    for (const [port, owner] of this.open) own(port, 'open', owner);
    if (this.cancel === null) {
      this.cancel = () => undefined;
      void this.round();
    }
    return () => {
      if (this.listeners.delete(own) && this.listeners.size === 0) this.stop();
    };
  }

  async connect(port: number): Promise<Duplex> {
    const { connection } = this.options;
    // A server program may listen on only one of the two loopback addresses.
    return connection.forward('127.0.0.1', port).catch(async (error: unknown) => {
      return connection.forward('::1', port).catch(() => {
        throw error;
      });
    });
  }

  stop(): void {
    this.cancel?.();
    this.cancel = null;
    this.open = new Map();
  }

  private async round(): Promise<void> {
    const { read, clock, connection } = this.options;
    if (read === null) return;
    const now = await read().catch(() => null);
    if (this.cancel === null) return;
    if (now !== null) this.compare(now);
    if (connection.lostReason === null) this.cancel = clock.later(() => void this.round(), roundMilliseconds);
  }

  private compare(now: ReadonlyMap<number, number | null>): void {
    const before = this.open;
    this.open = now;
    // A port of another program was closed and opened between two readings.
    const isSame = (port: number) => before.has(port) && before.get(port) === now.get(port);
    for (const [port, owner] of before) if (!isSame(port)) this.tell(port, 'close', owner);
    for (const [port, owner] of now) if (!isSame(port)) this.tell(port, 'open', owner);
  }

  private tell(...change: Parameters<PortListener>): void {
    for (const listener of [...this.listeners]) listener(...change);
  }
}
