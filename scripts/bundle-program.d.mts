import type { BuildOptions } from 'esbuild';

/** One file of ES modules for Node, with all that it imports. */
export function bundleProgram(entry: Pick<BuildOptions, 'entryPoints' | 'stdin' | 'nodePaths'>): Promise<string>;
