import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator } from '@playwright/test';
import { frameHead } from '../../app/lib/protocol/outbound/outbound-envelope.ts';
import { expectAccessible, expectNoOverflow } from './support/accessibility.ts';
import { type AppServer, startAppServer } from './support/app-server.ts';
import { openSettings } from './support/open-settings.ts';
import { scriptModel, toolCall } from './support/script-model.ts';
import { expect, test } from './support/test.ts';
import { type Workbench, workbenchOf } from './support/workbench.ts';

/** Requests each URL of its arguments and prints the result. */
const PROGRAM = `for (const address of process.argv.slice(2)) {
  try {
    const answer = await fetch(address, { headers: { 'x-own': '1' } });
    console.log('GOT', answer.status, await answer.text());
  } catch ({ cause }) {
    console.log('FAILED', cause.code, cause.message.replace(/^.*?\\(/, ''));
  }
}
console.log('ENDED');
`;
/** Requests thousands of hosts at once. */
const CROWD = `const all = Array.from({ length: 2_000 }, (_, count) => fetch('https://h' + count + '.crowd.net/').catch(() => 'no'));
console.log('CROWDED', (await Promise.all(all)).filter((word) => word === 'no').length);
`;

let host: Server;
let server: AppServer;
let asked: IncomingMessage[] = [];

test.beforeAll(async ({ models }, { parallelIndex }) => {
  // Replaces every internet host; none of them allows cross-origin reads.
  host = createServer((request, response) => {
    asked.push(request);
    if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    else response.writeHead(200, { 'set-cookie': 'theirs=1' }).end(`sun at ${request.headers.host}`);
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const { port } = host.address() as AddressInfo; // The server's address is an object, because it listens on a port.
  const keys = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `${models.url}/v1`, OPENAI_MODELS: 'gpt-test' };
  server = await startAppServer(keys, 19_400 + parallelIndex * 100, `127.0.0.1:${port}`);
});
test.beforeEach(() => {
  asked = [];
});
test.afterAll(async () => {
  await server.stop();
  host.closeAllConnections();
  host.close();
});

async function openTerminal(workbench: Workbench): Promise<(line: string) => Promise<void>> {
  const { page } = workbench;
  await workbench.open();
  await workbench.send('Write programs');
  await expect(workbench.status).toHaveText(/Completed/);
  await workbench.tab('Terminal');
  await page.getByRole('button', { name: 'New terminal' }).click();
  const input = page.getByRole('textbox', { name: 'Terminal 1 input' });
  await expect(input).toBeFocused();
  return async (line) => {
    await input.focus();
    await page.keyboard.type(`clear; ${line}\n`);
  };
}

/** Answers at a user's pace: a card that has just appeared accepts no answer, and one that was answered may stay for a moment. */
async function answer(question: Locator, name: string): Promise<void> {
  const button = question.getByRole('button', { name });
  await expect(question).toBeVisible();
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1_000 });
    await expect(question).toBeHidden({ timeout: 200 });
  }).toPass();
}

async function settingsOf({ page }: Workbench): Promise<Locator> {
  const dialog = await openSettings(page, 'Runtime');
  return dialog.getByRole('list', { name: 'Hosts' });
}

test('a program reaches a host without CORS once its user allows it, and no private one', async ({ page, models, appErrors }) => {
  scriptModel(models, [
    {
      toolCalls: [
        toolCall('devonz_write_file', { path: 'ask.mjs', content: PROGRAM }, 'one'),
        toolCall('devonz_write_file', { path: 'crowd.mjs', content: CROWD }, 'two'),
      ],
    },
    { content: 'Written.' },
  ]);
  const workbench = workbenchOf(page, server);
  const type = await openTerminal(workbench);
  const screen = page.getByRole('tabpanel', { name: 'Terminal 1' });
  const question = page.getByRole('region', { name: 'Network access needed' });

  await type('node ask.mjs https://api.weather.net/today');
  await expect(question.getByText('https://api.weather.net', { exact: true })).toBeVisible();
  expect(asked).toEqual([]);
  await expectAccessible(page, 'the question');
  await answer(question, 'Allow for this project');
  await expect(screen).toContainText('GOT 200 sun at api.weather.net');
  // The program's own headers are sent, but none of the app's.
  expect(asked.map(({ headers }) => [headers['x-own'], headers.cookie, headers.origin, headers['x-devonz-request']])).toEqual([
    ['1', undefined, undefined, undefined],
  ]);
  const cookies = await page.context().cookies(server.appOrigin);
  // The app's own cookie, which tests cookie support.
  expect(cookies.filter(({ name }) => name !== '__Host-devonz-probe')).toEqual([]);

  // Allowing a host once applies to both curl and Node; hosts of other names and private addresses stay blocked.
  await type(
    'curl -s https://api.weather.net/ -o out.txt; cat out.txt; node ask.mjs https://api.weather.net/away http://2130706433/ http://db.internal/',
  );
  await expect(screen).toContainText('ENDED');
  await expect(screen).toContainText('sun at api.weather.net');
  await expect(screen).toContainText(/FAILED EACCES 169\.254\.169\.254: .*private network/);
  await expect(screen).toContainText(/FAILED EACCES db\.internal: .*private network/);
  expect(asked).toHaveLength(3);

  // A removed host is asked about again; if denied, the program prints the reason.
  const hosts = await settingsOf(workbench);
  await expect(hosts.getByRole('listitem')).toHaveText([/Allow.*https:\/\/api\.weather\.net/]);
  await expectAccessible(page, 'the hosts in the settings');
  await hosts.getByRole('button', { name: 'Forget https://api.weather.net' }).click();
  await page.keyboard.press('Escape');
  await type('node ask.mjs https://api.weather.net/');
  await answer(question, 'Deny');
  await expect(screen).toContainText(/FAILED EACCES api\.weather\.net: you have denied this host/);
  await page.reload();
  await expect((await settingsOf(workbench)).getByRole('listitem')).toHaveText([/Deny.*https:\/\/api\.weather\.net/]);
  await page.keyboard.press('Escape');
  expect(asked).toHaveLength(3);
  // The browser's own attempts to reach hosts that this machine cannot resolve.
  for (let index = appErrors.length; index--; )
    if (/weather\.net|db\.internal|2130706433|127\.0\.0\.1\/|ERR_/.test(appErrors[index] ?? '')) appErrors.splice(index, 1);
});

test('two thousand hosts make a handful of questions, which one answer ends', async ({ page, models, appErrors }) => {
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_write_file', { path: 'crowd.mjs', content: CROWD }, 'one')] },
    { content: 'Written.' },
  ]);
  const workbench = workbenchOf(page, server);
  const type = await openTerminal(workbench);
  const question = page.getByRole('region', { name: 'Network access needed' });
  await type('node crowd.mjs');
  await expect(question.getByText('1 of 5')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the question, narrow');
  await page.setViewportSize({ width: 1280, height: 800 });
  await answer(question, 'Deny all 5');
  await expect(page.getByRole('tabpanel', { name: 'Terminal 1' })).toContainText('CROWDED 2000');
  await expect(question).toBeHidden();
  expect(asked).toEqual([]);
  for (let index = appErrors.length; index--; ) if (/crowd\.net|ERR_/.test(appErrors[index] ?? '')) appErrors.splice(index, 1);
});

/** Sends a request for this URL to the server, with the given headers. Returns the response's status. */
async function post(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const body = frameHead({ url, method: 'GET', headers: [] });
  const head = { host: new URL(server.appOrigin).host, 'content-type': 'application/x-devonz-outbound', 'content-length': body.byteLength };
  const sent = request({ host: '127.0.0.1', port: server.port, path: '/api/outbound', method: 'POST', headers: { ...head, ...headers } });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage]; // The event's argument.
  response.resume();
  return response.statusCode;
}

test('nobody but the app’s own page sends anything through the server, and nobody to private networks', async () => {
  const own = { origin: server.appOrigin, 'sec-fetch-site': 'same-origin' };
  const strangers: Record<string, string>[] = [
    {},
    { 'x-devonz-request': '1' },
    { origin: server.sandboxOrigin, 'sec-fetch-site': 'same-site' },
    { origin: server.sandboxOrigin.replace('//', '//p3000-x.'), 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    { ...own, 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of strangers) expect([headers, await post('https://api.weather.net/', headers)]).toEqual([headers, 403]);
  const addresses = [
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
    '10.0.0.1',
    '169.254.169.254',
    'localhost',
    'db.internal',
    'ide.localhost',
  ];
  for (const address of addresses) expect([address, await post(`http://${address}/`, own)]).toEqual([address, 403]);
  expect(asked).toEqual([]);
  expect(await post('https://api.weather.net/', own)).toBe(200);
  expect(asked).toHaveLength(1);
});
