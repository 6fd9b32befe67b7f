import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf, nodeError } from './node-error.ts';

const MAX_LINKS = 40;

/** Confines paths to a folder: neither `..` nor a symbolic link, whether its target exists or not, leads out of it. */
export class FolderBounds {
  readonly #root: string;
  /** Pending look-ups of folders' real paths, because files of one folder are often requested together. */
  readonly #looks = new Map<string, Promise<string>>();

  /** `root` is a real path, as `realpath` returns it. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Returns the real path that `path` stands for; a link at its end is followed. Fails with `EACCES` if it is outside. */
  async followed(path: string, syscall: string): Promise<string> {
    return this.#checked(await realOf(resolve(path)), path, syscall);
  }

  /** Returns the real path of the entry itself, even if it is a link. Fails with `EACCES` if it is outside. */
  async unfollowed(path: string, syscall: string): Promise<string> {
    const absolute = resolve(path);
    if (absolute === this.#root) return absolute;
    return this.#checked(join(await realOf(dirname(absolute)), basename(absolute)), path, syscall);
  }

  /** Like `unfollowed`, for an entry that will be removed or moved: the root folder itself is refused. */
  async below(path: string, syscall: string): Promise<string> {
    const real = await this.unfollowed(path, syscall);
    if (real === this.#root) throw nodeError('EACCES', syscall, path);
    return real;
  }

  /** Like `unfollowed`, for an entry that is opened only if it is not a link; simultaneous requests for one folder share one look-up. */
  async belowParent(path: string, syscall: string): Promise<string> {
    const absolute = resolve(path);
    if (absolute === this.#root) return absolute;
    const parent = dirname(absolute);
    const look = this.#looks.get(parent) ?? realOf(parent);
    this.#looks.set(parent, look);
    const real = await look.finally(() => this.#looks.delete(parent));
    return this.#checked(join(real, basename(absolute)), path, syscall);
  }

  #checked(real: string, path: string, syscall: string): string {
    const below = relative(this.#root, real);
    if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) throw nodeError('EACCES', syscall, path);
    return real;
  }
}

/** Like `realpath`, but the last parts of the path, or of a link's target, need not exist. */
async function realOf(path: string, links = 0): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    // A path below a file counts as missing; the operation itself then fails with `ENOTDIR`.
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const realParent = await realOf(parent, links);
  const target = await readlink(path).catch(() => null);
  if (target === null) return join(realParent, basename(path));
  if (links >= MAX_LINKS) throw nodeError('ELOOP', 'realpath', path);
  return realOf(resolve(realParent, target), links + 1);
}
