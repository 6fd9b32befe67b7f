import type { Plugin } from 'esbuild';

export interface EngineBuildOptions {
  /** The output folder. */
  out: string;
  /** Readable output with source maps. */
  isDevelopment?: boolean;
  plugins?: Plugin[];
}

export function createEngineBuild(options: EngineBuildOptions): Promise<{
  rebuild(): Promise<void>;
  watch(): Promise<void>;
  dispose(): Promise<void>;
}>;
