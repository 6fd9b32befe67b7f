import { homedir, userInfo } from 'node:os';
import { openLocalMachine } from './local/local-machine.ts';
import type { Machine, MachineFacts } from './machine/machine.ts';
import type { SshIdentity } from './ssh/config/with-identity.ts';
import type { SshQuestions } from './ssh/ssh-questions.ts';

/** The machine whose folder is served. */
export type Place =
  | { kind: 'local'; folder: string; wall: MachineFacts['wall'] }
  | { kind: 'ssh'; target: string; identity: SshIdentity; folder: string }
  | { kind: 'container'; image: string; folder: string };

export interface OpenMachinePorts {
  environment: Readonly<Record<string, string | undefined>>;
  /** Returns lower-case letters and digits that no other name has. */
  randomName(): string;
  later(work: () => void, milliseconds: number): () => void;
  /** Shows a sentence to the user who has started the bridge. */
  say(sentence: string): void;
  /** Asks the user who has started the bridge. */
  askForSsh(): Promise<SshQuestions>;
}

/** Opens a folder of the machine. Code that only one kind of machine needs is loaded only for that kind. */
export async function openMachine(place: Place, ports: OpenMachinePorts): Promise<Machine> {
  switch (place.kind) {
    case 'local':
      return openLocalMachine({ ...localOptions(ports), folder: place.folder, wall: place.wall });
    case 'ssh':
      return openBySsh(place, ports);
    case 'container': {
      const { openContainerMachine } = await import('./container/container-machine.ts');
      return openContainerMachine({ ...localOptions(ports), folder: place.folder, image: place.image });
    }
  }
}

function localOptions({ environment, randomName, later }: OpenMachinePorts) {
  return { platform: process.platform, environment, loadTerminals: () => import('@lydell/node-pty'), randomName, later };
}

async function openBySsh({ target, identity, folder }: Extract<Place, { kind: 'ssh' }>, ports: OpenMachinePorts): Promise<Machine> {
  const [{ openSshHost }, { nodeSshPorts }, { withMemory }] = await Promise.all([
    import('./ssh/ssh-host.ts'),
    import('./ssh/node-ssh-ports.ts'),
    import('./ssh/with-memory.ts'),
  ]);
  const { say, environment } = ports;
  const own = { user: userInfo().username, home: environment.HOME ?? homedir(), agentSocket: environment.SSH_AUTH_SOCK ?? null };
  const questions = withMemory(await ports.askForSsh());
  return openSshHost({ target, identity, folder }, nodeSshPorts({ questions, own, say }), (state) => {
    if (state.type === 'waiting' && state.attempt === 1) say(`${state.reason} It is connected again as soon as it can be reached.`);
    else if (state.type === 'connected') say(`Connected to ${target}.`);
    else if (state.type === 'lost') say(state.reason);
  });
}
