import type { Frame, Page } from '@playwright/test';
import { timeLimit } from '../../setup/time-limit.ts';
import type { Workbench } from '../support/workbench.ts';
import { calls, type HostileProvider } from './support/hostile-provider.ts';
import { LONGEST_PAUSE, longestPause, watchPauses } from './support/pause-probe.ts';
import { expect, test } from './support/red-team-test.ts';

const write = (path: string, content: string) => calls('devonz_write_file', { path, content }, `write-${path}`);
const run = (command: string) => calls('devonz_run_command', { command }, `run-${command}`);

/** Returns the result that the last request reported for the preceding call. */
function lastResult(provider: HostileProvider): string {
  const { messages }: { messages: { role: string; content: unknown }[] } = JSON.parse(provider.steps().at(-1)?.body ?? '{"messages":[]}');
  return String(messages.filter(({ role }) => role === 'tool').at(-1)?.content ?? '');
}

let told = 0;

/** Runs the command through the agent, with the user's approval. */
async function runApproved(workbench: Workbench, provider: HostileProvider, command: string): Promise<string> {
  const end = `Told ${++told}.`;
  provider.play([{ call: [run(command)] }, { say: end }]);
  await workbench.send(`Run ${told}`);
  await workbench.approve(command);
  await expect(workbench.conversation).toContainText(end);
  return lastResult(provider);
}

test('a hostile package runs no script of its own, writes nothing outside of its folder and takes no name of another', async ({
  scene,
}) => {
  const { provider, workbench, attacks } = scene;
  await workbench.open();
  provider.play([{ call: [write('package.json', '{"name":"victim","version":"1.0.0"}\n')] }, { say: 'Written.' }]);
  await workbench.send('Begin');
  await expect(workbench.conversation).toContainText('Written.');
  const scripts = await runApproved(workbench, provider, 'npm install @evil/scripts @evil/deep');
  attacks.note('an installation with scripts', /added|up to date/.test(scripts), scripts.slice(0, 400));
  const names = await runApproved(workbench, provider, 'npm install @evil/names');
  attacks.note('an archive with names that lead out', true, names.slice(0, 300));
  const list = await runApproved(
    workbench,
    provider,
    `find / -name "*escaped*" -not -path "/proc/*"; find / -name "*-ran" -not -path "/proc/*"; ls -a node_modules/.bin .. / ; echo listed`,
  );
  const isOwn = (line: string) =>
    /^\/home\/project\/node_modules\/(?:@evil\/names\/|\.bin\/escaped-bin$)/.test(line) || line.split(/\s+/).includes('escaped-bin');
  const outside = list.split('\n').filter((line) => line.includes('escaped') && !isOwn(line));
  attacks.expect('files outside of the package', outside, []);
  attacks.note('scripts that ran', !/(?:install|prepare|publish)-ran/.test(list), list.slice(0, 600));
  const shell = await runApproved(workbench, provider, 'sh -c "echo the shell is itself"');
  attacks.note(
    'a command called sh',
    shell.includes('the shell is itself') && !shell.includes('program of the package'),
    shell.slice(0, 200),
  );
});

/** Each ends by itself or is ended after `seconds`; the app must stay responsive meanwhile. */
const BOMBS: Record<string, string> = {
  'a loop': 'for (;;) ;',
  'forks without end': `const { spawn } = require('child_process'); for (let n = 0; n < 500; n++) spawn(process.execPath, [__filename, 'child'], { stdio: 'ignore' }).on('error', () => {});`,
  memory: 'const all = []; for (;;) { const part = new Uint8Array(50_000_000).fill(1); all.push(part); }',
  'a heap of text': `let text = 'x'; try { for (;;) text += text; } catch { process.exit(3); }`,
  files: `const fs = require('fs'); fs.mkdirSync('bomb', { recursive: true }); for (let n = 0; n < 100_000; n++) fs.writeFileSync('bomb/' + (n % 3_000), 'x'.repeat(100));`,
  output: `for (;;) process.stdout.write('y'.repeat(65_536) + '\\n');`,
  'timers and events': `setInterval(() => { for (let n = 0; n < 10_000; n++) setImmediate(() => {}); }, 0);`,
  'ports without end': `const net = require('net'); for (let n = 0; n < 2_000; n++) net.createServer().on('error', () => {}).listen(20_000 + n); setTimeout(() => process.exit(), 3_000);`,
};

test('loops, forks, memory, files, output and ports of programs leave the app usable, and each is ended by Stop', async ({ scene }) => {
  const { page, provider, workbench, attacks } = scene;
  await workbench.open();
  const files = Object.values(BOMBS).map((source, index) => write(`bomb-${index}.cjs`, source));
  provider.play([{ call: files }, { say: 'Written.' }]);
  await workbench.send('Write bombs');
  await expect(workbench.conversation).toContainText('Written.');
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  for (const [index, name] of Object.keys(BOMBS).entries()) {
    provider.play([{ call: [run(`node bomb-${index}.cjs`)] }, { say: 'It is over.' }]);
    await workbench.send(`Bomb ${index}`);
    await workbench.approve(`bomb-${index}.cjs`);
    await watchPauses(page);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_500)));
    const pause = await longestPause(page, name);
    // A program that ends by itself takes the button away, perhaps while it is pressed.
    await expect(async () => {
      if (await stop.isVisible()) await stop.click({ timeout: 5_000 });
    }).toPass();
    await expect(stop).toBeHidden();
    // The first 32 ports get a page and a browser process each, which keeps two cores busy.
    const most = name === 'ports without end' ? timeLimit(1_000) : LONGEST_PAUSE;
    attacks.note(`${name}: the app’s longest pause`, pause <= most, `${pause} ms`);
  }
  const after = await runApproved(workbench, provider, 'echo the engine answers');
  attacks.note('the engine afterwards', after.includes('the engine answers') || /ended|Start/.test(after), after.slice(0, 200));
});

const SERVER = `const { createServer } = require('node:http');
createServer((request, response) => {
  const isScript = request.url.endsWith('.js');
  response.writeHead(200, {
    'content-type': isScript ? 'text/javascript' : 'text/html',
    'service-worker-allowed': '/',
    'content-security-policy': "frame-ancestors *",
    'cross-origin-opener-policy': 'unsafe-none',
    'cross-origin-embedder-policy': 'unsafe-none',
    'origin-agent-cluster': '?0',
    'document-policy': 'force-load-at-top',
    'set-cookie': 'of-the-program=1; Domain=ide.localhost; Path=/',
  });
  response.end(isScript ? 'self.onfetch = (event) => event.respondWith(new Response("taken over"))' : '<!doctype html><title>Hostile</title><h1>It runs</h1>');
}).listen(3000);
`;

/** Runs in the preview: tries everything it can do without help, and returns the results. */
async function attackFromPreview({ app, sandbox }: { app: string; sandbox: string }): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  const attempt = async (name: string, work: () => unknown) => {
    const late = new Promise((resolve) => setTimeout(() => resolve('no answer'), 2_000));
    seen[name] = await Promise.race([Promise.resolve().then(work), late]).then(String, (error) => `refused: ${String(error).slice(0, 80)}`);
  };
  const heard = (name: string, ask: () => void) =>
    attempt(
      name,
      () =>
        new Promise((resolve) => {
          addEventListener('message', ({ origin, data }) => resolve(`heard ${origin} ${JSON.stringify(data)?.slice(0, 60)}`), {
            once: true,
          });
          ask();
          setTimeout(() => resolve('silence'), 700);
        }),
    );
  await attempt('reads the app’s document', () => top?.document.title);
  await attempt('reads the app’s storage', () => top?.localStorage.length);
  await attempt('reads the engine’s document', () => top?.frames[0]?.document.title);
  await attempt('sees the app’s address', () => top?.location.href);
  await attempt('asks for the models', async () => (await fetch(`${app}/api/models`, { credentials: 'include' })).status);
  await attempt('asks for an app’s script', async () => (await fetch(`${app}/favicon.svg`)).status);
  await attempt('reads the clipboard', () => navigator.clipboard.readText());
  await attempt('takes the camera', async () => (await navigator.mediaDevices.getUserMedia({ video: true })).id);
  await attempt(
    'learns the place',
    () =>
      new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('known'),
          ({ message }) => resolve(`refused: ${message}`),
        ),
      ),
  );
  await attempt('registers its own service worker', async () => (await navigator.serviceWorker.register('/evil.js', { scope: '/' })).scope);
  await attempt('registers one below the reserved path', async () => (await navigator.serviceWorker.register('/__devonz/evil.js')).scope);
  // Bypasses the emulation that the page finds by that name.
  const browsers: ServiceWorkerContainer = Object.getOwnPropertyDescriptor(Navigator.prototype, 'serviceWorker')?.get?.call(navigator);
  await attempt('registers one with the browser', async () => (await browsers.register('/evil.js', { scope: '/' })).scope);
  await attempt('is in a process of its own', () => Reflect.get(window, 'originAgentCluster'));
  await attempt('has a shared worker', () => 'SharedWorker' in window);
  await attempt('has a database of the app', async () => (await indexedDB.databases()).map(({ name }) => name).join());
  await heard('poses as the runtime to the app', () => top?.postMessage({ type: 'init', port: 1, id: 'x', path: ['fs', 'readFile'] }, '*'));
  await heard('poses as the app to the engine', () => {
    const { port2 } = new MessageChannel();
    top?.frames[0]?.postMessage({ type: 'init', coep: 'require-corp' }, '*', [port2]);
    top?.frames[0]?.postMessage({ id: '1', type: 'APPLY', path: ['boot'], argumentList: [] }, sandbox);
  });
  await attempt('opens a window with an opener in the app', () => {
    const opened = window.open(`${app}/`, '_blank');
    return opened === null ? 'refused: no window' : `${opened.closed ? 'refused: severed' : opened.origin}`;
  });
  return seen;
}

function previewFrame(page: Page): Frame {
  const found = page.frames().find((frame) => /\/\/p3000/.test(frame.url()) && !frame.url().includes('__devonz'));
  if (!found) throw new Error('The preview is not there.');
  return found;
}

test('a hostile preview reads nothing of the app or the engine, poses as neither and installs nothing', async ({ scene }) => {
  const { page, context, server, provider, workbench, attacks } = scene;
  await context.grantPermissions(['clipboard-read', 'clipboard-write', 'geolocation', 'camera'], { origin: server.appOrigin });
  await workbench.open();
  await page.evaluate(() => navigator.clipboard.writeText('what the user copied'));
  provider.play([{ call: [write('server.cjs', SERVER)] }, { call: [run('node server.cjs')] }, { say: 'It runs.' }]);
  await workbench.send('Serve');
  await workbench.approve('server.cjs');
  await expect(workbench.preview.getByRole('heading')).toHaveText('It runs');
  // The agent's last step is a separate call.
  await expect(workbench.status).toHaveText(/Completed/);
  provider.calls.length = 0;
  const seen = await previewFrame(page).evaluate(attackFromPreview, { app: server.appOrigin, sandbox: server.sandboxOrigin });
  const preview = new URL(previewFrame(page).url()).origin;
  const isHeld = (name: string, outcome: string) => {
    if (name === 'is in a process of its own') return outcome === 'true';
    if (name === 'has a shared worker') return outcome === 'false';
    // It is a worker of the bridge, which only intercepts fetches by the preview's own pages.
    if (name === 'registers its own service worker') return outcome === `${preview}/`;
    if (name === 'has a database of the app') return !/journal|devonz/.test(outcome);
    return outcome.startsWith('refused') || outcome === 'silence' || outcome === 'no answer';
  };
  for (const [name, outcome] of Object.entries(seen)) attacks.note(name, isHeld(name, outcome), outcome);
  attacks.expect('calls to the provider', provider.calls.length, 0);
  const address = page.url();
  await previewFrame(page).evaluate(async () => {
    for (let count = 0; count < 20; count++) history.pushState(null, '', `#${count}`);
    for (const steps of [-1, -20, -2, -3, -1]) {
      history.go(steps);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  });
  attacks.expect('walks the tab’s history', [page.url(), await workbench.message.isEditable()], [address, true]);
  await previewFrame(page).evaluate(() => location.reload());
  await expect(workbench.preview.getByRole('heading')).toHaveText('It runs');
  attacks.note('the preview still comes from its program', true, 'after a reload too');
  const cookies = (await context.cookies(server.appOrigin)).map(({ name }) => name);
  attacks.note('a cookie for the app', !cookies.includes('of-the-program'), cookies.join() || 'none');
});
