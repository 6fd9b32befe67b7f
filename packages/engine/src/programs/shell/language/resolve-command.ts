import type { FileStatus, SystemCalls } from '../../../abi/system-calls.ts';
import { commandList } from '../coreutils/command-list.ts';
import { baseName, joinPath, resolvePath } from '../text/resolve-path.ts';

export type ResolvedCommand =
  /** Runs inside this worker. */
  | { type: 'coreutil'; name: string; path: string }
  | { type: 'file'; path: string }
  | { type: 'failure'; message: string; exitCode: number };

/** Folders whose commands are the engine's own. */
const builtInFolders = new Set(['/bin', '/usr/bin']);

export function resolveCommand(name: string, searchPath: string, cwd: string, system: SystemCalls): ResolvedCommand {
  if (name.includes('/')) return resolveFile(name, cwd, system);
  for (const folder of searchPath.split(':')) {
    const path = joinPath(resolvePath(cwd, folder === '' ? '.' : folder), name);
    if (builtInFolders.has(resolvePath(cwd, folder)) && commandList.has(name)) return { type: 'coreutil', name, path };
    const status = statusOf(path, system);
    if (status?.kind === 'file' && (status.mode & 0o111) !== 0) return { type: 'file', path };
  }
  if (commandList.has(name)) return { type: 'coreutil', name, path: `/bin/${name}` };
  return { type: 'failure', message: `${name}: command not found`, exitCode: 127 };
}

function resolveFile(name: string, cwd: string, system: SystemCalls): ResolvedCommand {
  const path = resolvePath(cwd, name);
  const status = statusOf(path, system);
  if (builtInFolders.has(path.slice(0, path.lastIndexOf('/'))) && commandList.has(baseName(path))) {
    return { type: 'coreutil', name: baseName(path), path };
  }
  if (status === null) return { type: 'failure', message: `${name}: No such file or directory`, exitCode: 127 };
  if (status.kind === 'directory') return { type: 'failure', message: `${name}: Is a directory`, exitCode: 126 };
  if ((status.mode & 0o111) === 0) return { type: 'failure', message: `${name}: Permission denied`, exitCode: 126 };
  return { type: 'file', path };
}

function statusOf(path: string, system: SystemCalls): FileStatus | null {
  try {
    return system.sync('stat', path);
  } catch {
    return null;
  }
}
