import { platform } from '../platform.ts';

export type ManagerFamily = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** As which package manager a run answers. */
export interface Manager {
  family: ManagerFamily;
  version: string;
  /** yarn 2 and later. */
  isBerry: boolean;
}

export const npmManager: Manager = { family: 'npm', version: platform.npmVersion, isBerry: false };

/** What each of them tells registries and scripts of itself; `only-allow` and its kin read it. */
export function userAgentOf({ family, version }: Manager): string {
  const machine = `node/v${platform.nodeVersion} ${platform.os} ${platform.cpu}`;
  return family === 'npm' ? `npm/${version} ${machine} workspaces/false` : `${family}/${version} npm/? ${machine}`;
}

/** Program name → the package manager it belongs to; what is none of these is npm's. */
const programFamilies: ReadonlyMap<string, ManagerFamily> = new Map([
  ['pnpm', 'pnpm'],
  ['pnpx', 'pnpm'],
  ['yarn', 'yarn'],
  ['yarnpkg', 'yarn'],
  ['bun', 'bun'],
  ['bunx', 'bun'],
]);

export function familyOf(program: string): ManagerFamily {
  return programFamilies.get(program) ?? 'npm';
}
