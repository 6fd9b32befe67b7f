import type { PackageNode } from '../resolve/package-node.ts';
import { satisfies } from '../semver.ts';

/** A patch to a package's files that the project keeps. */
export interface ProjectPatch {
  name: string;
  /** `*` for every version. */
  range: string;
  /** Relative to the project. */
  path: string;
}

export function patchFor(patches: readonly ProjectPatch[], node: PackageNode): ProjectPatch | null {
  const fitting = patches.filter(({ name, range }) => name === node.lockedName && satisfies(node.lockedVersion, range));
  return fitting.find(({ range }) => range !== '*') ?? fitting[0] ?? null;
}
