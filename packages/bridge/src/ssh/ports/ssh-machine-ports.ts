import type { Duplex } from 'node:stream';
import type { MachinePorts } from '../../machine/machine.ts';
import type { SshConnection } from '../connection/ssh-connection.ts';
import type { ControlShell } from '../processes/control-shell.ts';
import type { Clock } from '../ssh-ports.ts';
import { type PortMethod, parsePorts, portScripts } from './listening-ports.ts';

export interface SshMachinePortsOptions {
  connection: SshConnection;
  control: ControlShell;
  clock: Clock;
  /** Null if nothing there lists ports. */
  method: PortMethod | null;
  user: string;
  uid: number | null;
}

type PortListener = Parameters<MachinePorts['watch']>[0];

const roundMilliseconds = 1_000;

export class SshMachinePorts implements MachinePorts {
  private readonly listeners = new Set<PortListener>();
  private open = new Set<number>();
  private cancel: (() => void) | null = null;

  constructor(private readonly options: SshMachinePortsOptions) {}

  watch(listener: PortListener): () => void {
    // One of its own, so that the same function can be given twice.
    const own: PortListener = (port, type) => listener(port, type);
    this.listeners.add(own);
    for (const port of this.open) own(port, 'open');
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
    // A server may wait on one of the two loopbacks only.
    return connection.forward('127.0.0.1', port).catch(async (error: unknown) => {
      return connection.forward('::1', port).catch(() => {
        throw error;
      });
    });
  }

  stop(): void {
    this.cancel?.();
    this.cancel = null;
    this.open = new Set();
  }

  private async round(): Promise<void> {
    const { method, control, user, uid, clock } = this.options;
    if (method === null) return;
    const result = await control.run(portScripts[method], [user]).catch(() => null);
    if (this.cancel === null) return;
    if (result !== null) this.compare(parsePorts(method, result.output, uid));
    if (this.options.connection.lostReason === null) this.cancel = clock.after(roundMilliseconds, () => void this.round());
  }

  private compare(now: Set<number>): void {
    const before = this.open;
    this.open = now;
    for (const port of now) if (!before.has(port)) this.tell(port, 'open');
    for (const port of before) if (!now.has(port)) this.tell(port, 'close');
  }

  private tell(port: number, type: 'open' | 'close'): void {
    for (const listener of [...this.listeners]) listener(port, type);
  }
}
