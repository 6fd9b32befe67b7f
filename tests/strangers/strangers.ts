import { BUNDLERS } from './families/bundlers.ts';
import { FRAMEWORKS } from './families/frameworks.ts';
import { INTERFACES } from './families/interfaces.ts';
import { PROGRAMS } from './families/programs.ts';
import { SERVERS } from './families/servers.ts';
import { SITES } from './families/sites.ts';
import { VITE } from './families/vite.ts';
import { WORKSPACES } from './families/workspaces.ts';
import type { Stranger } from './stranger.ts';

export const STRANGERS: readonly Stranger[] = [
  ...VITE,
  ...FRAMEWORKS,
  ...SITES,
  ...SERVERS,
  ...BUNDLERS,
  ...INTERFACES,
  ...PROGRAMS,
  ...WORKSPACES,
];
