import { SshError } from '../ssh-error.ts';
import type { OwnComputer, UserFiles } from '../ssh-ports.ts';
import type { SshTarget } from './parse-target.ts';
import { type HostSettings, resolveHost } from './resolve-host.ts';

const mostHops = 8;

/**
 * Returns the servers to connect, each through the one before; the last is the target. Only the first of several jumps
 * may have jumps of its own, as in OpenSSH.
 */
export async function routeTo(target: SshTarget, files: UserFiles, own: OwnComputer): Promise<HostSettings[]> {
  const route: HostSettings[] = [];
  let next: SshTarget | null = target;
  while (next !== null) {
    const settings: HostSettings = await resolveHost(next, files, own);
    const [first, ...later]: SshTarget[] = settings.jumps;
    const hops = [];
    for (const hop of later) hops.push(await resolveHost(hop, files, own));
    route.unshift(...hops, settings);
    if (route.length > mostHops)
      throw new SshError('configuration', `~/.ssh/config reaches ${target.host} through more than ${mostHops} hosts, or in a circle.`);
    next = first ?? null;
  }
  return route;
}
