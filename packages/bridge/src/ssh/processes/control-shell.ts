import type { ClientChannel } from 'ssh2';
import { quote } from '../../shell/quote.ts';
import type { SshConnection } from '../connection/ssh-connection.ts';
import { LostError } from '../ssh-error.ts';
import type { SshPorts } from '../ssh-ports.ts';

export interface ScriptResult {
  code: number;
  output: string;
}

const longestOutput = 8 * 1024 * 1024;
const longestMilliseconds = 20_000;

/**
 * A POSIX shell on the server that runs the bridge's short scripts one after the other. It is opened first, because a
 * server may allow only a few channels and a process must be stoppable when all others are in use. No script is
 * repeated after the connection is lost.
 */
export class ControlShell {
  private channel: Promise<ClientChannel> | null = null;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly connection: SshConnection,
    private readonly ports: SshPorts,
  ) {}

  /** `$1` and so on are the arguments. The script must not read its input. */
  run(script: string, args: readonly string[]): Promise<ScriptResult> {
    const result = this.queue.then(() => this.runNow(script, args));
    this.queue = result.catch(() => undefined);
    return result;
  }

  close(): void {
    this.channel?.then(
      (channel) => channel.close(),
      () => undefined,
    );
    this.channel = null;
  }

  private async runNow(script: string, args: readonly string[]): Promise<ScriptResult> {
    this.channel ??= this.open();
    const channel = await this.channel.catch((error: unknown) => {
      this.channel = null;
      throw error;
    });
    const token = Buffer.from(this.ports.randomBytes(16)).toString('hex');
    // The token is split in the script's text, because a server with a terminal would echo it.
    const mark = (rest: string) => `printf '\\n%s%s %s\\n' ${token.slice(0, 16)} ${token.slice(16)} ${rest}`;
    const text = `${mark('begin')}; ( ${['set', '--', ...args.map(quote)].join(' ')}\n${script}\n) </dev/null; ${mark('$?')}\n`;
    try {
      return await this.exchange(channel, text, token);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  private open(): Promise<ClientChannel> {
    return this.connection.exec('exec /bin/sh', null, (channel) => {
      channel.stderr.resume();
      channel.once('close', () => {
        this.channel = null;
      });
      return channel;
    });
  }

  private exchange(channel: ClientChannel, text: string, token: string): Promise<ScriptResult> {
    return new Promise((resolve, reject) => {
      let output = '';
      const settle = (finish: () => void) => {
        channel.off('data', read);
        channel.off('close', closed);
        cancel();
        finish();
      };
      const fail = (words: string) => settle(() => reject(new LostError(words, true)));
      const closed = () => fail(this.connection.lostReason ?? 'The server closed the shell that controls its processes.');
      const read = (bytes: Buffer) => {
        output += bytes.toString('latin1');
        if (output.length > longestOutput) fail('The server answers without an end.');
        const result = resultIn(output, token);
        if (result !== null) settle(() => resolve(result));
      };
      const cancel = this.ports.clock.later(() => fail('The server does not answer.'), longestMilliseconds);
      channel.on('data', read);
      channel.once('close', closed);
      channel.write(text);
    });
  }
}

function resultIn(output: string, token: string): ScriptResult | null {
  const begin = `\n${token} begin\n`;
  const start = output.indexOf(begin);
  if (start < 0) return null;
  const rest = output.slice(start + begin.length - 1);
  const end = new RegExp(`\n${token} (\\d+)\n`).exec(rest);
  if (end === null) return null;
  return { code: Number(end[1]), output: Buffer.from(rest.slice(1, Math.max(end.index, 1)), 'latin1').toString() };
}
