import type { BuildOptions } from 'esbuild';

/** Bundles a program with all its imports as one file of ES modules for Node. */
export function bundleProgram(entry: Pick<BuildOptions, 'entryPoints' | 'stdin' | 'nodePaths'>): Promise<string>;
