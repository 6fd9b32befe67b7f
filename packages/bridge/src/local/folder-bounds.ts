import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf, nodeError } from './node-error.ts';

const MAX_LINKS = 40;

/** Confines paths to a folder: neither `..` nor a symbolic link, whether its target exists or not, leads out of it. */
export class FolderBounds {
  readonly #root: string;
  /** Looks at a folder that have not ended: files of one folder are often asked for together. */
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

  /** The same for an entry that is to be removed or moved, which the folder itself never is. */
  async below(path: string, syscall: string): Promise<string> {
    const real = await this.unfollowed(path, syscall);
    if (real === this.#root) throw nodeError('EACCES', syscall, path);
    return real;
  }

  /** The same for an entry that is known not to be a link when it is opened, with one look for all of a folder that are asked for at once. */
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

/** Like `realpath`, also for paths whose last parts do not exist, and for links to such. */
async function realOf(path: string, links = 0): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    // Parts below a file are looked at like missing ones: the operation itself says that it is no folder.
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
