import type { ServerResponse } from 'node:http';
import { sendFile } from '../answers.ts';

/** Says that nobody listens on the port, and asks again by itself. */
export function waitingPage(response: ServerResponse, port: number, apps: readonly string[]): void {
  sendFile(
    response,
    'text/html',
    `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="1">
<title>Nothing listens on port ${port}</title>
<style>body { font: 16px system-ui, sans-serif; margin: 3rem; color-scheme: light dark; }</style>
<h1>Nothing listens on port ${port}</h1>
<p>The page comes by itself as soon as a program does.</p>
`,
    {
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self' ${apps.join(' ')}`,
    },
    502,
  );
}
