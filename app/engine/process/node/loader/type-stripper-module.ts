import type { NodeHost } from '../node-host.ts';
import type { StripperModule } from './type-stripper.ts';

/** Loads the stripper when the first typed file is met: a file of its own, so that nobody else pays for it. */
export async function loadTypeStripperModule(_host: NodeHost): Promise<StripperModule> {
  const loaded: { default?: StripperModule } & StripperModule = await import('@swc/wasm-typescript');
  // A CommonJS package: bundled, its exports are the default.
  return loaded.default ?? loaded;
}
