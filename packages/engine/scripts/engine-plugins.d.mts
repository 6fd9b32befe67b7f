import type { Plugin } from 'esbuild';

export declare const aesTablesWhenUsed: Plugin;
export declare const zodInEnglish: Plugin;
export declare const wasmTypescriptAsFile: Plugin;
export declare function brotliInParts(wasmLoader: 'file' | 'binary'): Plugin;
export declare function deferredParts(loader: 'file' | 'binary'): Plugin;
