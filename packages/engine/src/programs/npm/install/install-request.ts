import type { PackageJson } from '../package-json.ts';
import type { PackageNode } from '../resolve/package-node.ts';

export interface InstallRequest {
  packageJson: PackageJson;
  /** The workspaces whose package.json also changes, by path. */
  workspaces?: ReadonlyMap<string, PackageJson>;
  /** Explicitly requested names, by the path of their workspace; '' is the project itself. */
  explicit: ReadonlyMap<string, ReadonlySet<string>>;
  /** `npm ci`: installs exactly the lock file. */
  isFrozen?: boolean;
  /** `npm update`: installs the newest version that package.json allows, ignoring the lock file. */
  isUpdate?: boolean;
  /** `npm dedupe`: prefers a single copy where one is enough, even if it is older. */
  isDedupe?: boolean;
  /** Changes package.json before it and the lock file are saved, once versions are known. */
  settle?: (tree: PackageNode) => void;
}
