import SshConfig from 'ssh-config';
import { messageOf, SshError } from '../ssh-error.ts';
import type { OwnComputer, UserFiles } from '../ssh-ports.ts';
import { parseTarget, type SshTarget } from './parse-target.ts';
import { readSshConfig } from './read-ssh-config.ts';

/** The settings for reaching one server, from the user's OpenSSH configuration. */
export interface HostSettings {
  /** The name that the user entered. */
  alias: string;
  hostName: string;
  port: number;
  user: string;
  identityFiles: string[];
  /** `IdentitiesOnly`: only those keys of the agent that `identityFiles` name are used. */
  isLimitedToIdentityFiles: boolean;
  agentSocket: string | null;
  signIn: SignIn;
  knownHosts: KnownHostsSettings;
  /** The servers on the way, in the order of connection, without the host itself. */
  jumps: SshTarget[];
  /** Sentences for the user about settings that are not followed. */
  notes: string[];
}

/**
 * With `keys` the user is asked for nothing until the server has accepted a key and wants more. With `answers` no key
 * is offered.
 */
export type SignIn = 'usual' | 'keys' | 'answers';

export interface KnownHostsSettings {
  /** The name that is looked up instead of the host's. */
  alias: string | null;
  /** New lines are added to the first file. */
  userFiles: string[];
  systemFiles: string[];
  newHost: 'ask' | 'accept' | 'refuse';
  hashesNames: boolean;
}

const defaultIdentities = ['id_ed25519', 'id_ecdsa', 'id_rsa'];

/** Reads `~/.ssh/config`, then `/etc/ssh/ssh_config`. */
export async function resolveHost(target: SshTarget, files: UserFiles, own: OwnComputer): Promise<HostSettings> {
  const texts = [
    await readSshConfig(`${own.home}/.ssh/config`, files, own.home),
    await readSshConfig('/etc/ssh/ssh_config', files, own.home),
  ];
  return settingsOf(target, texts.join('\nHost *\n'), own);
}

export function settingsOf(target: SshTarget, config: string, own: OwnComputer): HostSettings {
  const entries = computeEntries(target, parseConfig(config));
  const first = (name: string) => entries[name]?.[0];
  const hostName = (first('hostname') ?? target.host).replaceAll('%h', target.host).replaceAll('%%', '%');
  const user = target.user ?? first('user') ?? own.user;
  const port = target.port ?? Number(first('port') ?? 22);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new SshError('configuration', `The port of ${target.host} in ~/.ssh/config is no port.`);
  const path = (text: string) => expandPath(text, { own, hostName, user, port, alias: target.host });
  const notes: string[] = [];
  return {
    alias: target.host,
    hostName,
    port,
    user,
    identityFiles:
      entries.identityfile?.filter((file) => file !== 'none').map(path) ?? defaultIdentities.map((name) => `${own.home}/.ssh/${name}`),
    isLimitedToIdentityFiles: isYes(first('identitiesonly')),
    agentSocket: agentSocket(first('identityagent'), own, path),
    signIn: 'usual',
    knownHosts: {
      alias: first('hostkeyalias') ?? null,
      userFiles: (entries.userknownhostsfile ?? [`${own.home}/.ssh/known_hosts`, `${own.home}/.ssh/known_hosts2`])
        .filter((file) => file !== 'none')
        .map(path),
      systemFiles: (entries.globalknownhostsfile ?? ['/etc/ssh/ssh_known_hosts', '/etc/ssh/ssh_known_hosts2'])
        .filter((file) => file !== 'none')
        .map(path),
      newHost: newHostRule(first('stricthostkeychecking'), target.host, notes),
      hashesNames: isYes(first('hashknownhosts')),
    },
    jumps: jumpsOf(first('proxyjump'), first('proxycommand'), target.host),
    notes,
  };
}

export function parseConfig(config: string): SshConfig {
  try {
    return SshConfig.parse(config);
  } catch (error) {
    throw new SshError('configuration', `~/.ssh/config cannot be read: ${messageOf(error)}`);
  }
}

/** Returns the configuration's entries for a host, by lower-case name. */
export function computeEntries(target: Pick<SshTarget, 'user' | 'host'>, config: SshConfig): Record<string, string[] | undefined> {
  try {
    const query = target.user === null ? { Host: target.host } : { Host: target.host, User: target.user };
    const computed = config.compute(query, { ignoreCase: true, matchExec: false });
    return Object.fromEntries(Object.entries(computed).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]));
  } catch (error) {
    throw new SshError('configuration', `~/.ssh/config cannot be read: ${messageOf(error)}`);
  }
}

function isYes(value: string | undefined): boolean {
  return /^(?:yes|true)$/i.test(value ?? '');
}

interface PathContext {
  own: OwnComputer;
  hostName: string;
  user: string;
  port: number;
  alias: string;
}

export function expandPath(text: string, { own, hostName, user, port, alias }: PathContext): string {
  const tokens: Record<string, string> = { d: own.home, h: hostName, r: user, u: own.user, p: String(port), n: alias, '%': '%' };
  const expanded = text.replace(/^~(?=\/|$)/, own.home).replace(/%(.)/g, (whole, token: string) => tokens[token] ?? whole);
  return expanded.startsWith('/') || /^[a-z]:[\\/]/i.test(expanded) ? expanded : `${own.home}/.ssh/${expanded}`;
}

function agentSocket(named: string | undefined, own: OwnComputer, path: (text: string) => string): string | null {
  if (named === undefined || named === 'SSH_AUTH_SOCK') return own.agentSocket;
  if (named === 'none') return null;
  return named.startsWith('$') ? own.agentSocket : path(named);
}

function newHostRule(value: string | undefined, host: string, notes: string[]): KnownHostsSettings['newHost'] {
  if (/^(?:yes|true)$/i.test(value ?? '')) return 'refuse';
  if (/^accept-new$/i.test(value ?? '')) return 'accept';
  if (/^(?:no|off|false)$/i.test(value ?? '')) {
    notes.push(`~/.ssh/config switches the check of ${host}’s key off. A new key is accepted; one that has changed is still refused.`);
    return 'accept';
  }
  return 'ask';
}

function jumpsOf(jump: string | undefined, command: string | undefined, host: string): SshTarget[] {
  if (jump !== undefined && jump.toLowerCase() !== 'none') return jump.split(',').map(parseTarget);
  if (jump === undefined && command !== undefined && command.toLowerCase() !== 'none') {
    throw new SshError('configuration', `~/.ssh/config reaches ${host} by a ProxyCommand, which is not supported. Use ProxyJump.`);
  }
  return [];
}
