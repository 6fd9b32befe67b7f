import type { NodeHost } from '../node-host.ts';
import type { StripperModule } from './type-stripper.ts';

/** Loads the stripper when the first typed file is read. It is a separate file, so that other programs do not load it. */
export async function loadTypeStripperModule(host: NodeHost): Promise<StripperModule> {
  // It fetches its WebAssembly with the `XMLHttpRequest` that is hidden from programs.
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
  // The package is CommonJS, so its exports are the default export of the bundle.
  return loaded.default ?? loaded;
}
