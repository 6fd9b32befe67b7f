import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import { documentHeaders } from '../document-headers.ts';

export type PreviewFault = { kind: 'no-bridge' } | { kind: 'refused' } | { kind: 'broken'; message: string };

/** Returns the page that users see in place of the program's; it reloads as soon as the program responds. */
export function explanationPage(fault: PreviewFault, port: number): Response {
  const { title, text } = explanation(fault, port);
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1">
<style>:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0;min-height:100vh;display:grid;place-items:center}
main{max-width:30rem;padding:2rem}h1{font-size:1.15rem;font-weight:600;margin:0 0 .5rem}p{margin:.5rem 0}button{font:inherit;padding:.4rem 1rem;cursor:pointer}</style>
</head><body><main><h1>${title}</h1><p role="status">${text}</p><p><button type="button" onclick="location.reload()">Retry</button></p></main>
<script>
setInterval(async () => {
  try { if ((await fetch('${PREVIEW_PATHS.status}')).status === 204) location.reload(); } catch {}
}, 1500);
</script></body></html>`;
  return new Response(html, {
    status: fault.kind === 'no-bridge' ? 503 : 502,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...documentHeaders('require-corp'),
    },
  });
}

function explanation(fault: PreviewFault, port: number): { title: string; text: string } {
  switch (fault.kind) {
    case 'no-bridge':
      return {
        title: 'The IDE is not open',
        text: 'This page is served by a program that runs inside the IDE’s own tab. Open the project there again and start the program.',
      };
    case 'refused':
      return {
        title: `Nothing listens on port ${port}`,
        text: 'The program has ended or has not started yet. This page comes back by itself when it answers.',
      };
    case 'broken':
      return { title: 'The program gave no answer', text: escapeHtml(fault.message) };
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
