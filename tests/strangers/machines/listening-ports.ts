import { readdir, readFile, readlink } from 'node:fs/promises';

const LISTENING = '0A';

/** Returns a process and its descendants, itself first. Uses Linux's /proc, because no tool for this is available everywhere. */
export async function processTree(root: number): Promise<number[]> {
  const children = new Map<number, number[]>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The name in parentheses may contain anything.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** Returns the ports on which these processes listen, in the order of their sockets. */
export async function listeningPorts(pids: readonly number[]): Promise<number[]> {
  const sockets = new Set<string>();
  for (const pid of pids) {
    for (const descriptor of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '');
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      if (inode !== undefined) sockets.add(inode);
    }
  }
  const found: { inode: number; port: number }[] = [];
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of (await readFile(table, 'utf8').catch(() => '')).split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      if (state === LISTENING && sockets.has(inode))
        found.push({ inode: Number(inode), port: Number.parseInt(local.split(':')[1] ?? '', 16) });
    }
  }
  return found.sort((one, other) => one.inode - other.inode).map(({ port }) => port);
}
