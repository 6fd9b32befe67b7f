import { fork } from 'node:child_process';
import type { OpeningEvent } from 'devonz-engine-protocol/machine/own-computer';
import { fromChildSchema, type ToChild } from './child-messages.ts';

/** A separate process that serves one machine, so that its crash ends nothing else. */
export interface MachineChild {
  send(message: ToChild): void;
  /** Asks it to clean up and end, and kills it after a while. Resolves when it has ended. */
  end(): Promise<void>;
}

export interface MachineChildListener {
  onEvent(event: OpeningEvent): void;
  /** Called once, after the last event; `how` says how it ended. */
  onEnd(how: string): void;
}

export type StartMachineChild = (listener: MachineChildListener) => MachineChild;

export interface ForkOptions {
  script: string;
  /** The base folder of relative paths that the user opens. */
  folder: string;
  environment: NodeJS.ProcessEnv;
  later(work: () => void, milliseconds: number): () => void;
}

/** Longer than a server takes to close its connections. */
const END_MILLISECONDS = 8_000;

export function forkMachineChild({ script, folder, environment, later }: ForkOptions): StartMachineChild {
  return (listener) => {
    const child = fork(script, [], { cwd: folder, env: environment, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    let how = 'it could not be started';
    const exited = new Promise<void>((resolve) => {
      child.once('exit', (code, signal) => {
        how = signal === null ? `exit code ${code}` : signal;
        resolve();
      });
      child.once('error', resolve);
    });
    // The child's last messages may arrive after its exit event.
    const disconnected = new Promise<void>((resolve) => {
      child.once('disconnect', resolve);
      child.once('error', resolve);
    });
    // An ended child no longer reads.
    child.on('error', () => undefined);
    const ended = Promise.all([exited, disconnected]).then(() => listener.onEnd(how));
    child.on('message', (message) => {
      const event = fromChildSchema.safeParse(message);
      if (event.success) listener.onEvent(event.data);
    });
    const send = (message: ToChild): void => {
      if (child.connected) child.send(message, () => undefined);
    };
    return {
      send,
      async end() {
        send({ type: 'end' });
        const cancel = later(() => child.kill('SIGKILL'), END_MILLISECONDS);
        await ended;
        cancel();
      },
    };
  };
}
