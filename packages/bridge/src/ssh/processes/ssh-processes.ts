import type { ClientChannel } from 'ssh2';
import type { MachineProcess, MachineProcesses, ProcessRequest } from '../../machine/machine.ts';
import { launchCommand } from '../../shell/launch.ts';
import type { SshConnection } from '../connection/ssh-connection.ts';
import type { SshPorts } from '../ssh-ports.ts';
import type { ControlShell } from './control-shell.ts';
import { LaunchedSessions } from './launched-sessions.ts';
import { SshProcess } from './ssh-process.ts';

const politeMilliseconds = 1_000;

export class SshProcesses implements MachineProcesses {
  /**
   * The `PATH` of every process whose request sets none: that of a login shell, to which version managers add their
   * folders.
   */
  path: string | null = null;
  readonly launched = new LaunchedSessions();
  private readonly running = new Set<SshProcess>();

  constructor(
    private readonly connection: SshConnection,
    private readonly control: ControlShell,
    private readonly ports: SshPorts,
  ) {}

  async start(request: ProcessRequest): Promise<MachineProcess> {
    const token = Buffer.from(this.ports.randomBytes(16)).toString('hex');
    const env = this.path === null ? request.env : { PATH: this.path, ...request.env };
    const sendSignal = async (script: string, args: readonly string[]) => {
      // A failure is ignored: a process that cannot be reached ends as lost.
      await this.control.run(script, args).catch(() => undefined);
    };
    const command = launchCommand({ ...request, env }, token);
    const { connection } = this;
    const adopt = (channel: ClientChannel) => new SshProcess({ request, connection, channel, token, sendSignal });
    const process = await connection.exec(command, request.terminal, adopt);
    const report = await process.launched;
    if (report.type === 'absent') throw Object.assign(new Error(`spawn ${request.command} ENOENT`), { code: 'ENOENT' });
    this.launched.add(report.pid, process.end);
    this.running.add(process);
    void process.closed.then(() => this.running.delete(process));
    return process;
  }

  /** Ends every process and the background processes in its session, by force after a second. */
  async endAll(): Promise<void> {
    const ended = Promise.all([...this.running].map((process) => process.closed));
    for (const signal of ['SIGHUP', 'SIGTERM', 'SIGKILL'] as const) {
      if (this.running.size === 0) return;
      await Promise.all([...this.running].map((process) => process.sendSignal(signal)));
      if (signal !== 'SIGHUP') await this.within(politeMilliseconds, ended);
    }
    for (const process of this.running) process.abandon();
  }

  private within(milliseconds: number, work: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.ports.clock.later(resolve, milliseconds);
      void work.then(() => {
        cancel();
        resolve();
      });
    });
  }
}
