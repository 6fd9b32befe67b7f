import { OpenFlag } from '../../kernel/system-calls.ts';
import { joinPath } from '../text/resolve-path.ts';
import type { CommandContext } from './command.ts';

/** Copies a file, a link or a whole folder. Throws SystemErrors. */
export function copyTree(
  context: CommandContext,
  from: string,
  to: string,
  options: { isRecursive: boolean; isFollowing: boolean; isKeepingTimes: boolean },
): void {
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
    for (const item of files.list(from))
      copyTree(context, joinPath(from, item.name), joinPath(to, item.name), { ...options, isFollowing: false });
  } else {
    const bytes = system.sync('readFile', files.resolve(from));
    system.sync('writeFile', target, bytes, OpenFlag.CREATE | OpenFlag.TRUNCATE | OpenFlag.WRITE_ONLY, status.mode);
  }
  if (options.isKeepingTimes) system.sync('utimes', target, status.accessedAt, status.modifiedAt);
}

/** The path a source gets inside a folder, or the target itself. */
export function targetFor(context: CommandContext, source: string, target: string, isFolder: boolean): string {
  if (!isFolder) return target;
  const name = context.files.resolve(source).split('/').at(-1) ?? '';
  return joinPath(target, name);
}
