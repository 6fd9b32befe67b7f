import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

export interface ProgramQuestion {
  command: string;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
}

/** Returns the path of a program as a shell finds it. Fails as Node's `spawn` does: `spawn NAME ENOENT`. */
export async function findProgram({ command, cwd, env, platform }: ProgramQuestion): Promise<string> {
  if (!(await isKind(cwd, 'folder'))) throw spawnError(command, 'ENOENT');
  const isPath = command.includes('/') || (platform === 'win32' && command.includes('\\'));
  const folders = isPath ? [cwd] : (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => folder !== '');
  const endings = platform === 'win32' ? ['', ...(env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';')] : [''];
  let isRefused = false;
  for (const folder of folders) {
    for (const ending of endings) {
      const path = isAbsolute(command) ? command + ending : join(resolve(cwd, folder), command + ending);
      if (!(await isKind(path, 'file'))) continue;
      if (await isExecutable(path)) return path;
      isRefused = true;
    }
  }
  throw spawnError(command, isRefused ? 'EACCES' : 'ENOENT');
}

function spawnError(command: string, code: string): Error {
  return Object.assign(new Error(`spawn ${command} ${code}`), { code });
}

async function isKind(path: string, kind: 'file' | 'folder'): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return kind === 'file' ? (found?.isFile() ?? false) : (found?.isDirectory() ?? false);
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
