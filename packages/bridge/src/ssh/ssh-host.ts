import type { Machine } from '../machine/machine.ts';
import { type LinkState, openReconnectingMachine } from './reconnecting-machine.ts';
import { openSshMachine, type SshMachineOptions } from './ssh-machine.ts';
import type { SshPorts } from './ssh-ports.ts';

/** Opens a folder of a server, and connects again after a cut. Throws an `SshError` in words if the first connection is not made. */
export function openSshHost(options: SshMachineOptions, ports: SshPorts, onState: (state: LinkState) => void): Promise<Machine> {
  const { clock, randomBytes } = ports;
  return openReconnectingMachine({ open: () => openSshMachine(options, ports), clock, randomBytes, onState });
}
