import { joinPath, type ProjectFiles, parentFolder } from '../project-files.ts';
import type { Manager, ManagerFamily } from './manager.ts';

/** The versions used if a project does not specify any. */
const currentVersions = { pnpm: '10.34.9', yarn: '1.22.22', berry: '4.18.1', bun: '1.4.5' } as const;
/** The last of each major version whose lock files have a different format. */
const versionsByLock = { pnpm6: '8.15.9', pnpm5: '7.33.7' } as const;

/** Returns the version of `packageManager` in a package.json upwards, else the version that wrote the lock file, else a current one. */
export function identifyManager(files: ProjectFiles, folder: string, family: Exclude<ManagerFamily, 'npm'>): Manager {
  const version = requestedVersion(files, folder, family) ?? versionOfLock(files, folder, family);
  return { family, version, isBerry: family === 'yarn' && !version.startsWith('1.') && !version.startsWith('0.') };
}

/** Extracts the version: `pnpm@9.1.0+sha512.…` → `9.1.0`. Returns null if another manager or none is named. */
function requestedVersion(files: ProjectFiles, folder: string, family: string): string | null {
  for (const at of foldersUpwards(folder)) {
    const text = files.readText(joinPath(at, 'package.json'));
    const asked = /"packageManager"\s*:\s*"(?<name>[a-z]+)@(?<version>[0-9][^"+]*)/.exec(text ?? '')?.groups;
    if (asked?.name === family) return asked.version ?? null;
    if (asked !== undefined) return null;
  }
  return null;
}

function versionOfLock(files: ProjectFiles, folder: string, family: Exclude<ManagerFamily, 'npm'>): string {
  if (family === 'bun') return currentVersions.bun;
  for (const at of foldersUpwards(folder)) {
    if (family === 'pnpm') {
      const lock = files.readText(joinPath(at, 'pnpm-lock.yaml'));
      const form = /^lockfileVersion:\s*'?([0-9.]+)/m.exec(lock ?? '')?.[1];
      if (form?.startsWith('6')) return versionsByLock.pnpm6;
      if (form?.startsWith('5')) return versionsByLock.pnpm5;
      if (form !== undefined) return currentVersions.pnpm;
      continue;
    }
    const release = /^yarnPath:\s*["']?\S*yarn-([0-9][^\s"']*?)\.c?js/m.exec(files.readText(joinPath(at, '.yarnrc.yml')) ?? '')?.[1];
    if (release !== undefined) return release;
    const lock = files.readText(joinPath(at, 'yarn.lock'));
    if (lock !== null) return lock.includes('\n__metadata:') ? currentVersions.berry : currentVersions.yarn;
    if (files.exists(joinPath(at, '.yarnrc.yml'))) return currentVersions.berry;
  }
  return family === 'pnpm' ? currentVersions.pnpm : currentVersions.yarn;
}

function* foldersUpwards(folder: string): Generator<string> {
  for (let at = joinPath(folder); ; at = parentFolder(at)) {
    yield at;
    if (at === '/') return;
  }
}
