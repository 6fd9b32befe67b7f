import SshConfig from 'ssh-config';
import type { OwnComputer, UserFiles } from '../ssh-ports.ts';
import { readSshConfig } from './read-ssh-config.ts';
import { computeEntries, expandPath, parseConfig } from './resolve-host.ts';

/** A host name of `~/.ssh/config`, with its settings there. */
export interface ListedHost {
  name: string;
  host?: string;
  user?: string;
  port?: number;
  keyPath?: string;
}

export interface ListedHosts {
  hosts: ListedHost[];
  /** The socket of the SSH agent for hosts without a setting of their own. */
  agentSocket: string | null;
}

const mostHosts = 200;
const longestName = 255;

/** Returns the names without wildcards from the user's own configuration; none if it cannot be read. */
export async function listHosts(files: UserFiles, own: OwnComputer): Promise<ListedHosts> {
  try {
    const config = parseConfig(await readSshConfig(`${own.home}/.ssh/config`, files, own.home));
    return {
      hosts: namesIn(config)
        .slice(0, mostHosts)
        .map((name) => listedHost(name, config, own)),
      agentSocket: agentSocketIn(config, own),
    };
  } catch {
    // A file that OpenSSH would also refuse contributes no hosts.
    return { hosts: [], agentSocket: own.agentSocket };
  }
}

function namesIn(config: SshConfig): string[] {
  const values = config.flatMap((line) => {
    if (line.type !== SshConfig.DIRECTIVE || line.param.toLowerCase() !== 'host') return [];
    return typeof line.value === 'string' ? line.value.split(/\s+/) : line.value.map(({ val }) => val);
  });
  return [...new Set(values)].filter((name) => name !== '' && name.length <= longestName && !/[*?!]/.test(name));
}

function listedHost(name: string, config: SshConfig, own: OwnComputer): ListedHost {
  const entries = computeEntries({ user: null, host: name }, config);
  const first = (entry: string) => entries[entry]?.[0];
  const host = first('hostname')?.replaceAll('%h', name).replaceAll('%%', '%');
  const user = first('user');
  const port = Number(first('port'));
  const identity = first('identityfile');
  const context = { own, hostName: host ?? name, user: user ?? own.user, port: port || 22, alias: name };
  return {
    name,
    ...(host === undefined ? {} : { host }),
    ...(user === undefined ? {} : { user }),
    ...(Number.isInteger(port) ? { port } : {}),
    ...(identity === undefined || identity === 'none' ? {} : { keyPath: expandPath(identity, context) }),
  };
}

function agentSocketIn(config: SshConfig, own: OwnComputer): string | null {
  const named = computeEntries({ user: null, host: 'any-host' }, config).identityagent?.[0];
  if (named === undefined || named === 'SSH_AUTH_SOCK' || named.startsWith('$')) return own.agentSocket;
  return named === 'none' ? null : expandPath(named, { own, hostName: '', user: own.user, port: 22, alias: '' });
}
