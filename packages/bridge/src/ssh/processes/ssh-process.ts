import type { ClientChannel } from 'ssh2';
import type { MachineProcess, OutputChunk, ProcessEnd, ProcessRequest, ProcessSignal, TerminalSize } from '../../machine/machine.ts';
import { OutputQueue } from '../../machine/output-queue.ts';
import { signalOrder } from '../../shell/end-processes.ts';
import { type LaunchReport, parseLaunchReport } from '../../shell/launch.ts';
import { MarkerFilter } from '../../shell/marker-filter.ts';
import { plainText } from '../../shell/plain-text.ts';
import type { SshConnection } from '../connection/ssh-connection.ts';
import { LostError } from '../ssh-error.ts';

/** Sends a signal over another channel. Never rejects. */
export type SendSignal = (script: string, args: readonly string[]) => Promise<void>;

interface StartedProcess {
  request: ProcessRequest;
  connection: SshConnection;
  channel: ClientChannel;
  token: string;
  sendSignal: SendSignal;
}

const endOfInput = Uint8Array.of(4);

/** A program on an exec channel. Its exit code and signal are those that the channel reports. */
export class SshProcess implements MachineProcess {
  readonly end: Promise<ProcessEnd>;
  /** Settles when the launching script has reported, or when the channel has closed without a report. */
  readonly launched: Promise<LaunchReport>;
  /** Settles when neither the program nor what it started holds the channel any more. */
  readonly closed: Promise<void>;
  private readonly queue: OutputQueue;
  private readonly channel: ClientChannel;
  private readonly unfinishedWrites = new Set<(error: Error) => void>();
  private remotePid: number | null = null;
  private isClosed = false;
  private isInputClosed = false;

  constructor(private readonly started: StartedProcess) {
    const { channel } = started;
    this.channel = channel;
    const streams = [channel, channel.stderr];
    this.queue = new OutputQueue({
      pause: () => streams.forEach((stream) => void stream.pause()),
      resume: () => streams.forEach((stream) => void stream.resume()),
    });
    this.end = this.watchEnd();
    this.launched = this.watchOutput();
    channel.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      channel.once('close', () => {
        this.finish();
        resolve();
      });
    });
  }

  /** Null until it is launched. */
  get pid(): number | null {
    return this.remotePid;
  }

  get output(): AsyncIterable<OutputChunk> {
    return this.queue;
  }

  write(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.isClosed || this.isInputClosed) return reject(brokenPipe());
      this.unfinishedWrites.add(reject);
      this.channel.write(bytes, (error) => {
        this.unfinishedWrites.delete(reject);
        if (error) reject(brokenPipe());
        else resolve();
      });
    });
  }

  closeInput(): void {
    if (this.isInputClosed) return;
    if (this.started.request.terminal !== null) {
      // A terminal ends its input only by a special character.
      this.write(endOfInput).catch(() => undefined);
      return;
    }
    this.isInputClosed = true;
    if (!this.isClosed) this.channel.end();
  }

  resize({ columns, rows }: TerminalSize): void {
    if (!this.isClosed) this.channel.setWindow(rows, columns, 0, 0);
  }

  signal(signal: ProcessSignal): void {
    void this.sendSignal(signal);
  }

  /**
   * Settles when the signal was sent. A process whose channel is closed gets no signal, because another process may
   * have its id by now.
   */
  async sendSignal(signal: ProcessSignal): Promise<void> {
    if (this.isClosed || this.remotePid === null) return;
    const { script, args } = signalOrder(this.remotePid, signal, this.started.request.terminal !== null);
    await this.started.sendSignal(script, args);
  }

  /** Closes the channel; programs on a terminal then receive a hang-up. */
  abandon(): void {
    if (!this.isClosed) this.channel.close();
  }

  private watchEnd(): Promise<ProcessEnd> {
    const { channel, connection } = this.started;
    return new Promise((resolve) => {
      channel.once('exit', (code: number | null, signal?: string) => {
        resolve(code === null ? { type: 'killed', signal: signalName(signal) } : { type: 'exited', code });
      });
      channel.once('close', () => {
        resolve({ type: 'lost', reason: connection.lostReason ?? 'The server closed the channel without saying how the program ended.' });
      });
    });
  }

  private watchOutput(): Promise<LaunchReport> {
    const { channel, token, request } = this.started;
    const out = new MarkerFilter(token);
    const err = new MarkerFilter(token);
    return new Promise((resolve, reject) => {
      channel.on('data', (bytes: Buffer) => {
        const isFirst = out.report === null;
        this.queue.push({ stream: 'stdout', bytes: out.push(bytes) });
        if (!isFirst || out.report === null) return;
        const report = parseLaunchReport(out.report);
        if (report?.type === 'started') this.remotePid = report.pid;
        if (report !== null) resolve(report);
      });
      channel.stderr.on('data', (bytes: Buffer) => this.queue.push({ stream: 'stderr', bytes: err.push(bytes) }));
      channel.once('close', () => reject(this.launchError(request.command, `${out.dropped}\n${err.dropped}`)));
    });
  }

  private launchError(command: string, noise: string): Error {
    const { lostReason } = this.started.connection;
    if (lostReason !== null) return new LostError(lostReason, true);
    const said = plainText(noise, { limit: 500 }).trim();
    const words = `${command} was not started: the login shell there ended before it${said === '' ? '' : ` and said: ${said}`}`;
    return Object.assign(new Error(words), { code: 'EIO' });
  }

  private finish(): void {
    this.isClosed = true;
    // The library closes a channel after stdout has ended, and does not wait for the rest of stderr.
    const { stderr } = this.channel;
    if (stderr.readableEnded || stderr.destroyed) this.queue.end();
    else stderr.once('end', () => this.queue.end());
    for (const reject of this.unfinishedWrites) reject(brokenPipe());
    this.unfinishedWrites.clear();
  }
}

function brokenPipe(): Error {
  return Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
}

function signalName(signal: string | undefined): string {
  return signal !== undefined && /^SIG[A-Z0-9]{1,10}$/.test(signal) ? signal : 'SIGUNKNOWN';
}
