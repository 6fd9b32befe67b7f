import type { NodeHost } from '../node-host.ts';
import type { StripperModule } from './type-stripper.ts';

/** Loads the stripper when the first typed file is met: a file of its own, so that nobody else pays for it. */
export async function loadTypeStripperModule(host: NodeHost): Promise<StripperModule> {
  // It fetches its WebAssembly with a request that programs do not see.
  const request = host.scope.hidden.get('XMLHttpRequest');
  if (request !== undefined) Object.defineProperty(globalThis, 'XMLHttpRequest', { value: request, configurable: true });
  try {
    return await importModule();
  } finally {
    if (request !== undefined) Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
  }
}

async function importModule(): Promise<StripperModule> {
  const loaded: { default?: StripperModule } & StripperModule = await import('@swc/wasm-typescript');
  // A CommonJS package: bundled, its exports are the default.
  return loaded.default ?? loaded;
}
