import type { OpeningEvent, OpeningRequest, WantedPlace } from 'devonz-engine-protocol/machine/own-computer';
import { isImageName } from '../container/container-command.ts';
import type { Machine, MachineFacts } from '../machine/machine.ts';
import { type OpenMachinePorts, openMachine, type Place } from '../open-machine.ts';

export interface OpenWantedPorts extends OpenMachinePorts {
  home: string;
  tell(event: OpeningEvent): void;
  /** Serves the machine for the app. Resolves to the address at which the app reaches it. */
  serve(machine: Machine): Promise<string>;
}

/**
 * Opens the machine that the user wants, or only tests whether it could be opened. The last event reports the result.
 * Never fails.
 */
export async function openWanted({ place, isTest }: OpeningRequest, ports: OpenWantedPorts): Promise<void> {
  try {
    const machine = await openMachine(placeOf(place, ports.home), ports);
    try {
      if (!isTest) return ports.tell({ type: 'opened', link: await ports.serve(machine) });
    } catch (error) {
      await machine.close();
      throw error;
    }
    await machine.close();
    ports.tell(foundEvent(machine.facts));
  } catch (error) {
    ports.tell({ type: 'failed', message: whyNotOpened(error, place) });
  }
}

function foundEvent({ user, host, system, shell, folder, programs }: MachineFacts): OpeningEvent {
  // A server is named by the login that the user entered.
  return { type: 'found', user, host: host.slice(host.lastIndexOf('@') + 1), system, shell, folder, programs };
}

function placeOf(wanted: WantedPlace, home: string): Place {
  switch (wanted.kind) {
    case 'local':
      return { kind: 'local', folder: localFolder(wanted.folder, home), wall: null };
    case 'container': {
      const { image } = wanted;
      if (!isImageName(image)) throw new Error(`“${image}” is no name of an image. Write one such as debian:12.`);
      return { kind: 'container', image, folder: localFolder(wanted.folder, home) };
    }
    case 'ssh':
      return { kind: 'ssh', target: sshTarget(wanted), identity: wanted.identity, folder: wanted.folder.trim() };
  }
}

function localFolder(given: string, home: string): string {
  const folder = given.trim();
  return folder === '' ? '.' : folder.replace(/^~(?=[\\/]|$)/, () => home);
}

/** With the same checks as on the command line. */
function sshTarget({ user, host, port }: Extract<WantedPlace, { kind: 'ssh' }>): string {
  const name = host.trim();
  const isAddress = !name.startsWith('[') && (name.match(/:/g)?.length ?? 0) > 1 && !name.includes('/');
  const login = user === undefined || user.trim() === '' ? '' : `${user.trim()}@`;
  return `${login}${isAddress ? `[${name}]` : name}${port === undefined ? '' : `:${port}`}`;
}

function whyNotOpened(error: unknown, place: WantedPlace): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const folder = place.folder === '' ? 'the current folder' : place.folder;
  if (place.kind !== 'ssh' && code === 'ENOENT') return `There is no folder ${folder}. Name one that exists.`;
  if (place.kind !== 'ssh' && code === 'ENOTDIR') return `${folder} is not a folder.`;
  if (place.kind !== 'ssh' && code === 'EACCES') return `You may not open ${folder} as the user who has started Devonz.`;
  return error instanceof Error ? error.message : String(error);
}
