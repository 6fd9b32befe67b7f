import type { Plugin } from 'esbuild';

export declare const typeStripperPlugin: Plugin;
