import { open, readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { homedir, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { OwnComputer } from 'devonz-engine-protocol/machine/own-computer';
import { findContainerCommand } from '../container/container-command.ts';
import { listHosts } from '../ssh/config/list-hosts.ts';
import { nodeUserFiles } from '../ssh/node-ssh-ports.ts';

export interface DescribeComputerOptions {
  environment: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  later(work: () => void, milliseconds: number): () => void;
}

const MOST_KEYS = 50;
const AGENT_MILLISECONDS = 2_000;

/** Lists the choices of the user. Only the first line of files that look like private keys is read. */
export async function describeComputer({ environment, platform, later }: DescribeComputerOptions): Promise<OwnComputer> {
  const home = environment.HOME ?? homedir();
  const own = { user: userInfo().username, home, agentSocket: environment.SSH_AUTH_SOCK ?? null };
  const [{ hosts, agentSocket }, keyPaths, containers] = await Promise.all([
    listHosts(nodeUserFiles(), own),
    listKeys(join(home, '.ssh')),
    findContainerCommand(environment, platform).then(
      ({ name }) => name,
      () => null,
    ),
  ]);
  const hasAgent = agentSocket !== null && (await agentAnswers(agentSocket, later));
  return { user: own.user, host: hostname(), home, sshHosts: hosts, hasAgent, keyPaths, containers };
}

async function listKeys(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const paths = names
    .filter((name) => !/\.pub$|^(?:config|known_hosts|authorized_keys)/.test(name))
    .sort()
    .slice(0, 200)
    .map((name) => join(folder, name));
  const found = await Promise.all(paths.map(looksLikeKey));
  return paths.filter((_path, index) => found[index]).slice(0, MOST_KEYS);
}

/** A pipe or a device is not opened: it may never answer. */
async function looksLikeKey(path: string): Promise<boolean> {
  const status = await stat(path).catch(() => null);
  if (status?.isFile() !== true) return false;
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return /^(?:-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----|PuTTY-User-Key-File-)/.test(buffer.toString('latin1', 0, bytesRead));
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

/** The SSH agent's request for its list of keys, and the type of the answer. */
const LIST_KEYS = Buffer.from([0, 0, 0, 1, 11]);
const KEYS = 12;

function agentAnswers(path: string, later: DescribeComputerOptions['later']): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let given = Buffer.alloc(0);
    const finish = (answers: boolean): void => {
      cancel();
      socket.destroy();
      resolve(answers);
    };
    const cancel = later(() => finish(false), AGENT_MILLISECONDS);
    socket.on('error', () => finish(false));
    socket.once('close', () => finish(false));
    socket.once('connect', () => socket.write(LIST_KEYS));
    socket.on('data', (part: Buffer) => {
      given = Buffer.concat([given, part]);
      if (given.length > 4) finish(given[4] === KEYS);
    });
  });
}
