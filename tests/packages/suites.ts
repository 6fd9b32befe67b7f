import type { Suite } from './suite.ts';
import { serverSuites } from './suites/servers.ts';
import { toolSuites } from './suites/tools.ts';
import { unseenSuites } from './suites/unseen.ts';
import { valueSuites } from './suites/values.ts';
import { vitestAndAvaSuites } from './suites/vitest-and-ava.ts';

export const SUITES: readonly Suite[] = [...valueSuites, ...toolSuites, ...serverSuites, ...vitestAndAvaSuites, ...unseenSuites];
