import { fileURLToPath } from 'node:url';
import { later } from '../start-bridge.ts';
import { describeComputer } from './describe-computer.ts';
import { forkMachineChild } from './machine-child.ts';
import { createOwnComputerDoor, type OwnComputerDoor } from './own-computer-door.ts';
import { withoutNpmRun } from './without-npm-run.ts';

export interface OwnComputerOptions {
  /** At least 128 random bits. */
  key: string;
  /** The app's host name, without a port. */
  appHost: string;
  environment: NodeJS.ProcessEnv;
}

/** Creates the part of the app's server that lets its user open machines without a second command. */
export function createOwnComputer({ key, appHost, environment }: OwnComputerOptions): OwnComputerDoor {
  const own = withoutNpmRun(environment);
  // The folder in which the user called npm; npm itself changes to the folder of its package.
  const folder = environment.INIT_CWD ?? process.cwd();
  return createOwnComputerDoor({
    key,
    appHost,
    describe: () => describeComputer({ environment: own, platform: process.platform, later }),
    startChild: forkMachineChild({
      script: fileURLToPath(new URL('./own-computer-child.js', import.meta.url)),
      folder,
      environment: own,
      later,
    }),
  });
}
