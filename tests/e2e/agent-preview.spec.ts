import { lastRequest, scriptModel, toolCall } from './support/script-model.ts';
import { expect, test } from './support/test.ts';
import { workbenchOf } from './support/workbench.ts';

const SERVER = `import { createServer } from 'node:http';
const page = (body) => '<!doctype html><title>Shop</title><body>' + body;
createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  if (request.url === '/empty') response.end(page('<div id="root"></div><script>undefined.render()</script>'));
  else if (request.url === '/flood')
    response.end(page('Flood<script>setInterval(() => { for (let i = 0; i < 500; i += 1) top.postMessage(i, "*"); }, 10)</script>'));
  else if (request.url === '/nested') response.end(page('Nested<iframe src="/flood"></iframe>'));
  else response.end(page('<h1>Price list</h1><input aria-label="Search"><script>setTimeout(() => document.body.append("ready now"), 400)</script>'));
}).listen(3000);
`;

test('the agent looks at what the preview shows: what the user has typed into it, and another page that is blank with its error', async ({
  page,
  mockedServer,
  models,
  appErrors,
}) => {
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_write_file', { path: 'server.mjs', content: SERVER }, 'one')] },
    { toolCalls: [toolCall('devonz_run_command', { command: 'node server.mjs' }, 'two')] },
    { content: 'It runs.' },
    { toolCalls: [toolCall('devonz_preview', {}, 'three')] },
    { toolCalls: [toolCall('devonz_preview', { path: '/empty' }, 'four')] },
    { toolCalls: [toolCall('devonz_preview', { path: '/flood' }, 'five')] },
    { toolCalls: [toolCall('devonz_preview', { path: '/nested' }, 'six')] },
    { content: 'I have seen it.' },
  ]);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  await workbench.send('Serve it');
  await workbench.approve('node server.mjs');
  await workbench.preview.getByRole('textbox', { name: 'Search' }).fill('apples');
  await expect(page.getByText('It runs.')).toBeVisible();
  await workbench.send('What does it show?');
  await expect(page.getByText('I have seen it.')).toBeVisible();
  const request = lastRequest(models);
  expect(request).toContain('# Price list');
  expect(request).toContain('ready now');
  expect(request).toContain('apples');
  expect(request).toContain('The page is blank');
  expect(request).toContain("reading 'render'");
  // The page that floods, and the one that has it in a frame.
  expect(request.match(/it sent messages without end and was taken out/g)).toHaveLength(2);
  // The page that only the agent viewed is gone, and the user's is unchanged.
  await expect(page.locator('iframe[aria-hidden="true"][title*="agent looks"]')).toHaveCount(0);
  await expect(workbench.preview.getByRole('textbox', { name: 'Search' })).toHaveValue('apples');
  // The error is the page's own.
  expect(appErrors.splice(0)).toEqual([expect.stringContaining("reading 'render'")]);
});
