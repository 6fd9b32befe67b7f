import type { IncomingMessage, ServerResponse } from 'node:http';
import { FRAME_POLICY } from 'devonz-engine-protocol/frame-policy';
import { sendFile, sendText } from './answers.ts';
import { type BridgeNames, controlOrigin, previewOrigin } from './bridge-names.ts';

/** Serves the page that the client opens in a hidden frame, and its script. Only pages of the app may frame it. */
export function answerControl(
  request: IncomingMessage,
  response: ServerResponse,
  { names, suffix, script }: { names: BridgeNames; suffix: string; script: string },
): void {
  const path = new URL(request.url ?? '/', 'http://bridge.invalid').pathname;
  if (request.method !== 'GET') sendText(response, 405, 'Only GET.', { allow: 'GET' });
  else if (path === '/page.js') sendFile(response, 'text/javascript', script);
  else if (path === '/headless') sendPage(response, names, suffix);
  else sendText(response, 404, 'Not found.');
}

function sendPage(response: ServerResponse, names: BridgeNames, suffix: string): void {
  const apps = names.apps.join(' ');
  const socket = controlOrigin(names, suffix).replace(/^http/, 'ws');
  sendFile(response, 'text/html', pageSource(apps, previewOrigin(names, suffix, '*')), {
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'cross-origin',
    'origin-agent-cluster': '?1',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `connect-src ${socket}`,
      `frame-ancestors ${apps}`,
      "base-uri 'none'",
      "form-action 'none'",
      `sandbox ${FRAME_POLICY.bridge.sandbox}`,
    ].join('; '),
  });
}

/** Both values consist of origins, which need no escaping. */
function pageSource(apps: string, previews: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<title>Devonz bridge</title>
<meta name="devonz-parent-origins" content="${apps}">
<meta name="devonz-preview-origin" content="${previews}">
<body><script type="module" src="/page.js"></script>
`;
}
