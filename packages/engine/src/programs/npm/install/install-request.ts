import type { PackageJson } from '../package-json.ts';
import type { PackageNode } from '../resolve/package-node.ts';

export interface InstallRequest {
  packageJson: PackageJson;
  /** Those of workspaces that change too, by the workspace's path. */
  workspaces?: ReadonlyMap<string, PackageJson>;
  /** Names asked for by hand, by the path of the workspace they are for; '' is the project itself. */
  explicit: ReadonlyMap<string, ReadonlySet<string>>;
  /** `npm ci`: nothing but what the lock file says. */
  isFrozen?: boolean;
  /** `npm update`: the newest that package.json allows, whatever the lock file says. */
  isUpdate?: boolean;
  /** `npm dedupe`: one copy where one will do, even if it is older. */
  isDedupe?: boolean;
  /** What to write into package.json before it and the lock file are saved, once versions are known. */
  settle?: (tree: PackageNode) => void;
}
