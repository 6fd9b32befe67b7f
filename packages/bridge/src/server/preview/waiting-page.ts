import type { ServerResponse } from 'node:http';
import { sendFile } from '../answers.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Returns a page that says why there is no page of the program, and that reloads by itself. */
export function waitingPage(response: ServerResponse, { title, apps }: { title: string; apps: readonly string[] }): void {
  const text = title.replace(/[&<>]/g, (character) => ESCAPES[character] ?? '');
  sendFile(
    response,
    'text/html',
    `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="1">
<title>${text}</title>
<style>body { font: 16px system-ui, sans-serif; margin: 3rem; color-scheme: light dark; }</style>
<h1>${text}</h1>
<p>The page comes by itself as soon as a program answers.</p>
`,
    {
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self' ${apps.join(' ')}`,
    },
    502,
  );
}
