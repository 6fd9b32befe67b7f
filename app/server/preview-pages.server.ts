import type { ServerOrigins } from './server-origins.server.ts';

/** Everything below belongs to the engine on a preview's host; every other path is the previewed program's. */
const RESERVED = '/__devonz/';

export type PreviewPage = { kind: 'file'; path: string; isServiceWorker: boolean } | { kind: 'html'; html: string } | { kind: 'missing' };

const SCRIPTS = new Map([
  ['service-worker.js', '/engine/preview-service-worker.js'],
  ['bridge-page.js', '/engine/bridge-page.js'],
  ['boot-page.js', '/engine/boot-page.js'],
  ['preview-script.js', '/engine/preview-script.js'],
]);

/** What the server itself answers on a preview's host: the program's own pages come through the service worker. */
export function previewPage(path: string, origins: ServerOrigins): PreviewPage {
  if (!path.startsWith(RESERVED)) return { kind: 'html', html: bootPage(origins) };
  const name = path.slice(RESERVED.length);
  if (name === 'bridge') return { kind: 'html', html: bridgePage(origins) };
  const script = SCRIPTS.get(name);
  return script ? { kind: 'file', path: script, isServiceWorker: name === 'service-worker.js' } : { kind: 'missing' };
}

function bridgePage(origins: ServerOrigins): string {
  return page(origins, 'Preview bridge', '', 'bridge-page.js');
}

function bootPage(origins: ServerOrigins): string {
  return page(
    origins,
    'Starting the preview',
    `<main><h1 id="title">Starting the preview…</h1>
<p id="text" role="status">This page is served by a program that runs inside your browser. A moment, while it is connected.</p>
<p><button id="retry" type="button" hidden>Retry</button></p>
<noscript><p>Previews need JavaScript.</p></noscript></main>`,
    'boot-page.js',
  );
}

function page(origins: ServerOrigins, title: string, body: string, script: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="devonz-app-origin" content="${origins.appOrigin}">
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { max-width: 30rem; padding: 2rem; }
h1 { font-size: 1.15rem; font-weight: 600; margin: 0 0 .5rem; }
p { margin: .5rem 0; }
button { font: inherit; padding: .4rem 1rem; cursor: pointer; }
</style></head><body>${body}<script src="${RESERVED}${script}"></script></body></html>
`;
}
