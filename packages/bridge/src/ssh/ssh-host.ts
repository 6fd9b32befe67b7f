import type { Machine } from '../machine/machine.ts';
import { type LinkState, openReconnectingMachine } from './reconnecting-machine.ts';
import { newTemporaryName, openSshMachine, type SshMachineOptions } from './ssh-machine.ts';
import type { SshPorts } from './ssh-ports.ts';

/**
 * Opens a folder of a server, and reconnects after the connection is lost. Throws an `SshError` with a sentence for the
 * user if the first connection fails.
 */
export function openSshHost(options: SshMachineOptions, ports: SshPorts, onState: (state: LinkState) => void): Promise<Machine> {
  const { clock, randomBytes } = ports;
  const temporaryName = newTemporaryName(ports);
  return openReconnectingMachine({ open: () => openSshMachine({ ...options, temporaryName }, ports), clock, randomBytes, onState });
}
