import { findProgram } from '../local/process/find-program.ts';

export interface ContainerCommand {
  /** The path of the program. */
  program: string;
  name: 'docker' | 'podman';
}

/** Finds Docker's command or Podman's. Fails with a message if neither exists. */
export async function findContainerCommand(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Promise<ContainerCommand> {
  for (const name of ['docker', 'podman'] as const) {
    const program = await findProgram({ command: name, cwd: '.', env, platform }).catch(() => null);
    if (program !== null) return { program, name };
  }
  throw new Error('A container needs the command docker or podman, and neither is in the PATH. Install Docker or Podman.');
}

/** Whether this is the name of an image, and no option of the command. */
export function isImageName(text: string): boolean {
  return /^[a-z0-9][\w./:@-]*$/i.test(text);
}

/**
 * Returns the arguments that start a container. It ends when its input is closed, so it cannot outlive this program.
 * Files that it creates in the folder belong to this computer's user.
 */
export function runArguments(question: {
  name: string;
  image: string;
  folder: string;
  command: ContainerCommand['name'];
  user: string | null;
}): string[] {
  const { name, image, folder, command, user } = question;
  const identity = user === null ? [] : ['--user', user, '--env', 'HOME=/tmp', ...(command === 'podman' ? ['--userns', 'keep-id'] : [])];
  return [
    'run',
    '--rm',
    '--init',
    '--interactive',
    '--name',
    name,
    ...identity,
    '--volume',
    `${folder}:${folder}`,
    '--workdir',
    folder,
    '--entrypoint',
    '/bin/sh',
    image,
    '-c',
    'echo ready; exec cat',
  ];
}
