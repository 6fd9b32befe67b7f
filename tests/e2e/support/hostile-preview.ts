import type { LLMock } from '@copilotkit/aimock';
import { expect, type Frame, type Page } from '@playwright/test';
import type { AppServer } from './app-server.ts';
import { scriptModel, toolCall } from './script-model.ts';
import { type Workbench, workbenchOf } from './workbench.ts';

/** A page of generated code in the built app's preview, served by a program in the real engine. */
export interface HostilePreview {
  workbench: Workbench;
  /** The page in the preview; its main world belongs to the attacker. */
  frame(): Frame;
}

const SERVER = `import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
createServer((request, response) => {
  const path = request.url.split('?')[0];
  const file = path.slice(1);
  if (path.endsWith('.js') && existsSync(file)) return response.setHeader('content-type', 'text/javascript').end(readFileSync(file));
  response.setHeader('content-type', 'text/html').end(readFileSync('index.html'));
}).listen(PORT);
`;

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hostile</title></head><body><h1>It runs</h1></body></html>`;

/** `files` are further project files, which the program serves as scripts. */
export async function openHostilePreview(
  page: Page,
  server: AppServer,
  models: LLMock,
  { html = PAGE, files = {}, port = 3000 }: { html?: string; files?: Record<string, string>; port?: number } = {},
): Promise<HostilePreview> {
  const written = Object.entries({ 'index.html': html, 'server.mjs': SERVER.replace('PORT', String(port)), ...files });
  scriptModel(models, [
    {
      toolCalls: [
        ...written.map(([path, content]) => toolCall('devonz_write_file', { path, content }, `write-${path}`)),
        toolCall('devonz_run_command', { command: 'node server.mjs' }, 'run'),
      ],
    },
    { content: 'It runs.' },
  ]);
  const workbench = workbenchOf(page, server);
  await workbench.open();
  await workbench.send('Serve a page');
  await workbench.approve('node server.mjs');
  const panes = page.getByRole('tablist', { name: 'Panes' });
  // A narrow window keeps showing the chat.
  if (await panes.isVisible()) await panes.getByRole('tab', { name: 'Preview', exact: true }).click();
  await expect(workbench.preview.getByRole('heading')).toHaveText('It runs');
  const frame = () => {
    const found = page.frames().find((candidate) => isPreview(candidate, server, port));
    if (!found) throw new Error('The preview is not there.');
    return found;
  };
  return { workbench, frame };
}

function isPreview(frame: Frame, server: AppServer, port: number): boolean {
  const { hostname, pathname } = new URL(frame.url() || 'about:blank');
  return hostname.startsWith(`p${port}`) && hostname.endsWith(new URL(server.sandboxOrigin).hostname) && !pathname.startsWith('/__devonz/');
}
