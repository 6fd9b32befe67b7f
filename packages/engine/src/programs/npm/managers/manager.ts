import { platform } from '../platform.ts';

export type ManagerFamily = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** The package manager that a run imitates. */
export interface Manager {
  family: ManagerFamily;
  version: string;
  /** yarn 2 and later. */
  isBerry: boolean;
}

export const npmManager: Manager = { family: 'npm', version: platform.npmVersion, isBerry: false };

/** Returns the user agent that the manager sends to registries and scripts; packages such as `only-allow` read it. */
export function userAgentOf({ family, version }: Manager): string {
  const machine = `node/v${platform.nodeVersion} ${platform.os} ${platform.cpu}`;
  return family === 'npm' ? `npm/${version} ${machine} workspaces/false` : `${family}/${version} npm/? ${machine}`;
}

/** Program names and their package managers; all others belong to npm. */
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
