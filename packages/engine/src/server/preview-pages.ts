import { PREVIEW_PATHS, PREVIEW_RESERVED_PREFIX } from 'devonz-engine-protocol/preview-paths';
import type { EngineOrigins } from './engine-origins.ts';

export type PreviewPage =
  | { kind: 'file'; path: string; isServiceWorker: boolean }
  /** `boot` replaces whatever the program serves at this address. */
  | { kind: 'bridge' | 'boot'; html: string }
  | { kind: 'missing' };

/** The paths where the engine's build puts them (packages/engine/scripts/build-engine.mjs). */
const SCRIPTS = new Map<string, string>([
  [PREVIEW_PATHS.serviceWorker, '/engine/preview-service-worker.js'],
  [PREVIEW_PATHS.bridgeScript, '/engine/bridge-page.js'],
  [PREVIEW_PATHS.bootScript, '/engine/boot-page.js'],
  [PREVIEW_PATHS.previewScript, '/engine/preview-script.js'],
  [PREVIEW_PATHS.sourcePlaces, '/engine/source-places.js'],
  [PREVIEW_PATHS.elementPicker, '/engine/element-picker.js'],
  [PREVIEW_PATHS.workerScript, '/engine/worker-script.js'],
  [PREVIEW_PATHS.serviceWorkerHost, '/engine/service-worker-host.js'],
  [PREVIEW_PATHS.forgetScript, '/engine/forget-preview-page.js'],
]);

/** Returns what the server itself serves on a preview's host; the program's own pages come through the service worker. */
export function previewPage(path: string, origins: EngineOrigins): PreviewPage {
  if (!path.startsWith(PREVIEW_RESERVED_PREFIX)) return { kind: 'boot', html: bootPage(origins) };
  if (path === PREVIEW_PATHS.forget) return { kind: 'bridge', html: page(origins, 'Deleting', '', PREVIEW_PATHS.forgetScript) };
  if (path === PREVIEW_PATHS.bridge) return { kind: 'bridge', html: bridgePage(origins) };
  const script = SCRIPTS.get(path);
  return script ? { kind: 'file', path: script, isServiceWorker: path === PREVIEW_PATHS.serviceWorker } : { kind: 'missing' };
}

function bridgePage(origins: EngineOrigins): string {
  return page(origins, 'Preview bridge', '', PREVIEW_PATHS.bridgeScript);
}

function bootPage(origins: EngineOrigins): string {
  return page(
    origins,
    'Starting the preview',
    `<main><h1 id="title">Starting the preview…</h1>
<p id="text" role="status">This page is served by a program that runs inside your browser. A moment, while it is connected.</p>
<p><button id="retry" type="button" hidden>Retry</button></p>
<noscript><p>Previews need JavaScript.</p></noscript></main>`,
    PREVIEW_PATHS.bootScript,
  );
}

function page(origins: EngineOrigins, title: string, body: string, script: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="devonz-client-origins" content="${origins.clientOrigins.join(' ')}">
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { max-width: 30rem; padding: 2rem; }
h1 { font-size: 1.15rem; font-weight: 600; margin: 0 0 .5rem; }
p { margin: .5rem 0; }
button { font: inherit; padding: .4rem 1rem; cursor: pointer; }
</style></head><body>${body}<script src="${script}"></script></body></html>
`;
}
