import {
  fingerprintOf,
  judgeHostKey,
  type KnownKey,
  keyType,
  knownHostLine,
  knownHostName,
  knownKeyTypes,
  parseKnownHosts,
} from '../config/known-hosts.ts';
import type { HostSettings } from '../config/resolve-host.ts';
import { SshError } from '../ssh-error.ts';
import type { SshPorts } from '../ssh-ports.ts';

/** Decides whether a server is the one that the user wants to reach. */
export interface HostVerifier {
  /** The key types by which the server is known; it must be asked for these first. */
  readonly types: string[];
  /** Throws an `SshError` with a sentence for the user if the server is not trusted. */
  verify(key: Buffer): Promise<void>;
}

export async function readHostVerifier(settings: HostSettings, ports: SshPorts): Promise<HostVerifier> {
  const { userFiles, systemFiles, alias } = settings.knownHosts;
  const known: KnownKey[] = [];
  for (const file of [...userFiles, ...systemFiles]) known.push(...parseKnownHosts((await ports.files.readText(file)) ?? '', file));
  const name = alias ?? settings.hostName;
  const port = alias === null ? settings.port : 22;
  const accepted: Buffer[] = [];
  return {
    types: knownKeyTypes(known, name, port),
    async verify(key) {
      // Called again whenever the connection's keys are renewed.
      if (accepted.some((earlier) => earlier.equals(key))) return;
      if (keyType(key) === '') throw new SshError('untrusted', `${name} showed something that is no key.`);
      const judgement = judgeHostKey(known, name, port, key);
      if (judgement.type === 'revoked') throw new SshError('untrusted', revokedWords(name, port, key, judgement.file, judgement.line));
      if (judgement.type === 'changed') throw new SshError('untrusted', changedWords(name, port, key, judgement.known));
      if (judgement.type === 'unknown') await acceptNew({ name, port, key, hasAuthority: judgement.hasAuthority, settings, ports });
      accepted.push(key);
    },
  };
}

interface NewHost {
  name: string;
  port: number;
  key: Buffer;
  hasAuthority: boolean;
  settings: HostSettings;
  ports: SshPorts;
}

async function acceptNew({ name, port, key, hasAuthority, settings, ports }: NewHost): Promise<void> {
  const { newHost, userFiles, hashesNames } = settings.knownHosts;
  const host = knownHostName(name, port);
  const file = userFiles[0] ?? `${ports.own.home}/.ssh/known_hosts`;
  const fingerprint = fingerprintOf(key);
  if (newHost === 'refuse') {
    throw new SshError(
      'untrusted',
      `${host} is not in ${file}, and ~/.ssh/config accepts no new hosts (StrictHostKeyChecking). Its key is ${fingerprint}.`,
    );
  }
  const note = hasAuthority
    ? 'A certificate authority is known for this host, but certificates of hosts are not supported: compare the key yourself.'
    : null;
  const isAccepted = newHost === 'accept' || (await ports.questions.unknownHost({ host, keyType: keyType(key), fingerprint, file, note }));
  if (!isAccepted) throw new SshError('untrusted', `The key of ${host} was not accepted.`);
  const text = (await ports.files.readText(file)) ?? '';
  const line = knownHostLine(name, port, key, hashesNames ? ports.randomBytes(20) : null);
  await ports.files.appendText(file, text === '' || text.endsWith('\n') ? line : `\n${line}`);
}

function changedWords(name: string, port: number, key: Buffer, known: KnownKey): string {
  const host = knownHostName(name, port);
  return [
    `The key of ${host} has changed, so the connection is refused: somebody may be between you and the server.`,
    `Known is ${known.type} ${fingerprintOf(known.key)} (${known.file}, line ${known.line}).`,
    `It showed ${keyType(key)} ${fingerprintOf(key)}.`,
    `If its administrator confirms the new key, remove that line (ssh-keygen -R '${host}') and connect again.`,
  ].join(' ');
}

function revokedWords(name: string, port: number, key: Buffer, file: string, line: number): string {
  return `${knownHostName(name, port)} showed the key ${fingerprintOf(key)}, which is marked as revoked (${file}, line ${line}). The connection is refused. Ask the server’s administrator for its new key.`;
}
