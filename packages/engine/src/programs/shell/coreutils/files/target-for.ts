import { OpenFlag } from '../../../../abi/system-calls.ts';
import { errorCode, errorText } from '../../text/error-text.ts';
import { joinPath } from '../../text/resolve-path.ts';
import type { CommandContext } from '../command.ts';

export interface CopyOptions {
  isRecursive: boolean;
  isFollowing: boolean;
  isKeepingTimes: boolean;
  /** What cannot be copied is reported here, and the others of the folder are copied all the same; without it the first ends all. */
  onFailure?: (message: string) => void;
}

/** Copies a file, a link or a whole folder. Throws SystemErrors. */
export function copyTree(context: CommandContext, from: string, to: string, options: CopyOptions): void {
  const { files, system } = context;
  const status = options.isFollowing ? files.stat(from) : files.lstat(from);
  const target = files.resolve(to);
  if (status.kind === 'symlink') {
    if (files.find(to, false) !== null) system.sync('unlink', target);
    system.sync('symlink', system.sync('readlink', files.resolve(from)), target);
    return;
  }
  if (status.kind === 'directory') {
    if (!files.isDirectory(to)) system.sync('mkdir', target, false, status.mode);
    for (const item of files.list(from)) {
      const below = joinPath(to, item.name);
      attempt(options, `cannot create '${below}'`, () =>
        copyTree(context, joinPath(from, item.name), below, { ...options, isFollowing: false }),
      );
    }
  } else {
    const bytes = attempt(options, `cannot open '${from}' for reading`, () => system.sync('readFile', files.resolve(from)));
    if (bytes === null) return;
    system.sync('writeFile', target, bytes, OpenFlag.CREATE | OpenFlag.TRUNCATE | OpenFlag.WRITE_ONLY, status.mode);
  }
  if (options.isKeepingTimes) system.sync('utimes', target, status.accessedAt, status.modifiedAt);
}

/** Null: it failed, and that was reported. */
function attempt<Result>({ onFailure }: CopyOptions, what: string, work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (onFailure === undefined || errorCode(error) === null) throw error;
    onFailure(`${what}: ${errorText(error)}`);
    return null;
  }
}

/** The path a source gets inside a folder, or the target itself. */
export function targetFor(context: CommandContext, source: string, target: string, isFolder: boolean): string {
  if (!isFolder) return target;
  const name = context.files.resolve(source).split('/').at(-1) ?? '';
  return joinPath(target, name);
}
