import type { Duplex } from 'node:stream';
import ssh2, { type Algorithms, type Client, type ServerHostKeyAlgorithm } from 'ssh2';
import { plainText } from '../../shell/plain-text.ts';
import { wordsOf } from '../../shell/words-of.ts';
import type { HostSettings } from '../config/resolve-host.ts';
import { messageOf, SshError } from '../ssh-error.ts';
import type { SshPorts } from '../ssh-ports.ts';
import type { SshQuestions } from '../ssh-questions.ts';
import { createAuthHandler } from './authenticate.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { type HostVerifier, readHostVerifier } from './host-verifier.ts';

export interface HopOptions {
  /** The time that signing in may take, without the time that the user needs for answers. */
  handshakeMilliseconds: number;
  keepAliveMilliseconds: number;
}

const bannerLimit = 64 * 1024;
/** Maximum number of unanswered keep-alive requests. */
const keepAliveCount = 3;

/**
 * Signs in to one server, over a TCP connection or over a channel through another server. Throws an `SshError` with a
 * sentence for the user.
 */
export async function connectHop(settings: HostSettings, channel: Duplex | null, ports: SshPorts, options: HopOptions): Promise<Client> {
  const client = new ssh2.Client();
  // A channel may break while files are read.
  channel?.on('error', () => undefined);
  const verifier = await readHostVerifier(settings, ports);
  // Opened last, because a socket error before the library listens would end the program.
  const socket = channel ?? ports.openSocket(settings.hostName, settings.port);
  const deadline = deadlineFor(ports, options);
  try {
    await new Promise<void>((resolve, reject) => {
      void deadline.expired.then(() =>
        reject(new SshError('unreachable', `${settings.hostName} did not complete the connection in time.`)),
      );
      const hop: Hop = { settings, ports: { ...ports, questions: pausing(ports.questions, deadline) }, verifier, client, fail: reject };
      client.once('ready', resolve);
      client.on('error', (error) => failFor(hop, error));
      client.once('close', () =>
        reject(new SshError('unreachable', `${settings.hostName} closed the connection before anybody was signed in.`)),
      );
      passOnBanner(hop);
      client.on('change password', () =>
        reject(new SshError('refused', `${settings.hostName} wants a new password. Change it with ssh in a terminal.`)),
      );
      client.connect(configOf(hop, socket, options));
    });
    return client;
  } catch (error) {
    // A listener must remain, because the library may still report errors of an abandoned connection.
    client.on('error', () => undefined);
    client.destroy();
    socket.destroy();
    throw error;
  } finally {
    deadline.stop();
  }
}

function deadlineFor({ clock }: SshPorts, options: HopOptions): Deadline & { expired: Promise<void> } {
  let expire = () => undefined as void;
  const expired = new Promise<void>((resolve) => {
    expire = resolve;
  });
  const deadline = startDeadline(clock, options.handshakeMilliseconds, () => expire());
  return { ...deadline, expired };
}

interface Hop {
  settings: HostSettings;
  ports: SshPorts;
  verifier: HostVerifier;
  client: Client;
  fail: (error: unknown) => void;
}

function configOf({ settings, ports, verifier, fail }: Hop, socket: Duplex, options: HopOptions): ssh2.ConnectConfig {
  return {
    sock: socket,
    username: settings.user,
    readyTimeout: 0,
    keepaliveInterval: options.keepAliveMilliseconds,
    keepaliveCountMax: keepAliveCount,
    algorithms: algorithmsFor(verifier.types),
    authHandler: createAuthHandler(settings, ports, fail),
    hostVerifier: (key: Buffer, verify: (isTrusted: boolean) => void) => {
      verifier.verify(key).then(
        () => verify(true),
        (error: unknown) => {
          fail(error);
          verify(false);
        },
      );
    },
  };
}

/** The order in which key types are requested from a server that is not known. */
const hostKeyOrder: readonly ServerHostKeyAlgorithm[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
];

function algorithmsFor(knownTypes: readonly string[]): Algorithms {
  const isKnown = (algorithm: ServerHostKeyAlgorithm) => knownTypes.includes(algorithm.startsWith('rsa-') ? 'ssh-rsa' : algorithm);
  return { serverHostKey: [...hostKeyOrder].sort((a, b) => Number(isKnown(b)) - Number(isKnown(a))) };
}

function failFor({ settings, fail }: Hop, error: Error & { level?: string; code?: unknown }): void {
  // The library only reports that one key of the agent could not sign, and then continues.
  if (error.level === 'agent') return;
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'there is no host of that name',
    EAI_AGAIN: 'its name cannot be looked up now',
    ETIMEDOUT: 'it does not answer',
    EHOSTUNREACH: 'there is no way to it',
    ENETUNREACH: 'there is no network',
  };
  const reason = (typeof error.code === 'string' ? reasons[error.code] : undefined) ?? plainText(messageOf(error), { limit: 300 });
  fail(new SshError('unreachable', `${settings.hostName}, port ${settings.port}, cannot be reached: ${reason}.`));
}

function passOnBanner({ settings, ports, client, fail }: Hop): void {
  let length = 0;
  const pass = (text: string) => {
    const isWithin = length <= bannerLimit;
    length += text.length;
    if (length > bannerLimit && isWithin) fail(new SshError('unreachable', `${settings.hostName} sends a greeting without an end.`));
    if (length <= bannerLimit && plainText(text).trim() !== '') ports.say(wordsOf(settings.hostName, text));
  };
  client.on('banner', pass);
  client.on('greeting', pass);
}

function pausing(questions: SshQuestions, deadline: Deadline): SshQuestions {
  return {
    passphrase: (question) => deadline.pauseFor(questions.passphrase(question)),
    password: (question) => deadline.pauseFor(questions.password(question)),
    keyboardInteractive: (question) => deadline.pauseFor(questions.keyboardInteractive(question)),
    unknownHost: (question) => deadline.pauseFor(questions.unknownHost(question)),
  };
}
