import type { Duplex } from 'node:stream';
import type { Client, ClientChannel, SFTPWrapper } from 'ssh2';
import type { TerminalSize } from '../../machine/machine.ts';
import { plainText } from '../../shell/plain-text.ts';
import type { HostSettings } from '../config/resolve-host.ts';
import { LostError, messageOf, SshError } from '../ssh-error.ts';
import type { SshPorts } from '../ssh-ports.ts';
import { connectHop, type HopOptions } from './connect-hop.ts';

/** A connection to a server on which the user is signed in. Calls on a lost one fail with `LostError`. */
export interface SshConnection {
  /** The last host of the route. */
  readonly settings: HostSettings;
  /** Null while the connection is open. */
  readonly lostReason: string | null;
  /** `adopt` is called synchronously, so that no event of the channel is missed while a promise resolves. */
  exec<T>(command: string, terminal: TerminalSize | null, adopt: (channel: ClientChannel) => T): Promise<T>;
  openSftp(): Promise<SFTPWrapper>;
  /** Connects to a port of the server's own loopback. */
  forward(host: string, port: number): Promise<Duplex>;
  onLost(listener: (reason: string) => void): () => void;
  close(): Promise<void>;
}

const defaultOptions: HopOptions = { handshakeMilliseconds: 30_000, keepAliveMilliseconds: 15_000 };
const closeMilliseconds = 2_000;

/** Connects the servers of a route, each through the one before it. */
export async function connectSsh(
  route: readonly HostSettings[],
  ports: SshPorts,
  options: Partial<HopOptions> = {},
): Promise<SshConnection> {
  const clients: Client[] = [];
  try {
    let last: { client: Client; settings: HostSettings } | null = null;
    for (const settings of route) {
      for (const note of settings.notes) ports.say(note);
      const channel = last === null ? null : await throughHop(last.client, settings);
      const client = await connectHop(settings, channel, ports, { ...defaultOptions, ...options });
      clients.push(client);
      last = { client, settings };
    }
    if (last === null) throw new SshError('configuration', 'No host is named.');
    return connectionOf(last.client, last.settings, clients, ports);
  } catch (error) {
    for (const client of clients.reverse()) client.destroy();
    throw error;
  }
}

async function throughHop(client: Client, { hostName, port }: HostSettings): Promise<Duplex> {
  try {
    return await forwardOn(client, hostName, port);
  } catch (error) {
    throw new SshError(
      'unreachable',
      `${hostName}, port ${port}, cannot be reached through the host before it: ${plainText(messageOf(error), { limit: 300 })}.`,
    );
  }
}

function forwardOn(client: Client, host: string, port: number): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    client.forwardOut('127.0.0.1', 0, host, port, (error, channel) => (error ? reject(error) : resolve(channel)));
  });
}

function connectionOf(client: Client, settings: HostSettings, clients: Client[], ports: SshPorts): SshConnection {
  const listeners = new Set<(reason: string) => void>();
  let lostReason: string | null = null;
  let isClosing = false;
  const isClosed = new Promise<void>((resolve) => {
    let cause = `${settings.hostName} closed the connection.`;
    client.on('error', (error) => {
      cause =
        error.level === 'client-timeout'
          ? `${settings.hostName} no longer answers.`
          : `The connection to ${settings.hostName} broke: ${plainText(messageOf(error), { limit: 300 })}.`;
    });
    client.once('close', () => {
      lostReason = isClosing ? 'The connection was closed.' : cause;
      for (const listener of [...listeners]) listener(lostReason);
      listeners.clear();
      resolve();
    });
  });
  /** Fails when the connection is lost, since the library then leaves some callbacks uncalled. */
  const call = <T>(
    start: (done: (value: T) => void, fail: (error: Error) => void) => void,
    wordsFor: (error: Error) => Error,
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      if (lostReason !== null) return reject(new LostError(lostReason, false));
      const lost = (reason: string) => reject(new LostError(reason, true));
      listeners.add(lost);
      try {
        start(
          (value) => {
            listeners.delete(lost);
            resolve(value);
          },
          (error) => {
            listeners.delete(lost);
            reject(lostReason === null ? wordsFor(error) : new LostError(lostReason, true));
          },
        );
      } catch {
        // The library throws here only if the socket no longer accepts data.
        listeners.delete(lost);
        reject(new LostError(`The connection to ${settings.hostName} is broken.`, false));
      }
    });
  return {
    settings,
    get lostReason() {
      return lostReason;
    },
    exec: <T>(command: string, terminal: TerminalSize | null, adopt: (channel: ClientChannel) => T) =>
      call<T>((done, fail) => {
        client.exec(command, execOptions(terminal), (error, channel) => (error ? fail(error) : done(adopt(channel))));
      }, sessionWords),
    openSftp: () => call<SFTPWrapper>((done, fail) => client.sftp((error, sftp) => (error ? fail(error) : done(sftp))), sessionWords),
    forward: (host, port) =>
      call<Duplex>(
        (done, fail) => client.forwardOut('127.0.0.1', 0, host, port, (error, channel) => (error ? fail(error) : done(channel))),
        (error) => forwardWords(error, port),
      ),
    onLost(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      isClosing = true;
      if (lostReason !== null) return;
      client.end();
      const cancel = ports.clock.later(() => client.destroy(), closeMilliseconds);
      await isClosed;
      cancel();
      for (const hop of clients.slice(0, -1).reverse()) hop.end();
    },
  };
}

function execOptions(terminal: TerminalSize | null) {
  return terminal === null ? {} : { pty: { term: 'xterm-256color', cols: terminal.columns, rows: terminal.rows, width: 0, height: 0 } };
}

/** The reason code of SSH for a forbidden channel. */
const prohibited = 1;

function sessionWords(error: Error): Error {
  const message = `The server opens no further channel (${plainText(error.message, { limit: 300 })}). It may allow only a few over one connection (MaxSessions of sshd).`;
  return Object.assign(new Error(message), { code: 'EAGAIN' });
}

function forwardWords(error: Error & { reason?: unknown }, port: number): Error {
  if (error.reason === prohibited) {
    return Object.assign(new Error('The server does not allow connections to its ports (AllowTcpForwarding of sshd).'), { code: 'EACCES' });
  }
  return Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED' });
}
