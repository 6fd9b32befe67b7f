import { afterEach, expect, test } from 'vitest';
import { createScriptedProcess } from '../runtime/testing/create-scripted-process.ts';
import type { SpawnRequest } from '../runtime/types.ts';
import { $connections } from '../stores/connections.ts';
import { $runtime } from '../stores/workbench.ts';
import { createDiagnosticsService } from './diagnostics-service.ts';
import type { BrowserFacts } from './examine-browser.ts';
import type { Finding } from './finding.ts';

afterEach(() => {
  $runtime.set({ status: 'off' });
  $connections.set({ state: 'loading' });
});

const CHROME: BrowserFacts = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
  isIsolated: true,
  hasSharedMemory: true,
  hasServiceWorkers: true,
  hasFolderAccess: true,
  isOnline: () => true,
};

interface Script {
  browser?: Partial<BrowserFacts>;
  /** The output and exit code of the test program; `never` if it does not end. */
  program?: { output: string; exitCode: number } | 'never' | Error;
  answer?: number | Error;
  usage?: number;
  isPersisted?: boolean;
}

async function examined(script: Script = {}): Promise<Map<string, Finding>> {
  const { program = { output: 'devonz-self-test-passed\r\n', exitCode: 0 }, answer = 200 } = script;
  const found: Finding[] = [];
  const spawn = async ({ command, args }: SpawnRequest) => {
    expect([command, args[0]]).toEqual(['node', '-e']);
    const { process, print, exit } = createScriptedProcess();
    if (program !== 'never' && !(program instanceof Error)) {
      print(program.output);
      exit(program.exitCode);
    }
    return process;
  };
  const service = createDiagnosticsService({
    browser: () => ({ ...CHROME, ...script.browser }),
    storage: {
      estimate: async () => ({ usage: script.usage ?? 1_000_000, quota: 100_000_000 }),
      isPersisted: async () => script.isPersisted ?? true,
    },
    runtime: {
      async ready() {
        if (program instanceof Error) throw program;
        return { runtime: { host: 'engine', spawn } };
      },
    },
    async request() {
      if (answer instanceof Error) throw answer;
      return new Response('', { status: answer });
    },
    refreshConnections: async () => undefined,
    version: '1.2.3',
    clock: { now: () => 0, sleep: () => (program === 'never' ? Promise.resolve() : new Promise(() => undefined)) },
  });
  await service.examine((finding) => found.push(finding));
  return new Map(found.map((finding) => [finding.id, finding]));
}

test('where all is well nothing is left to do', async () => {
  const found = await examined();
  expect([...found.values()].filter(({ state }) => state === 'warning' || state === 'failed')).toEqual([]);
  expect(found.get('browser')?.value).toBe('Chromium 147 on X11');
  expect(found.get('runtime')?.value).toMatch(/^The engine ran a program that wrote and read a file/);
  expect(found.get('version')?.value).toBe('1.2.3');
});

test('a Chromium without a window is one, too', async () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/147.0.0.0 Safari/537.36';
  expect((await examined({ browser: { userAgent } })).get('browser')).toMatchObject({ state: 'good', value: 'Chromium 147 on X11' });
});

test('each fault comes with what to do about it', async () => {
  const found = await examined({
    browser: {
      userAgent: 'Mozilla/5.0 (Macintosh) Version/17.4 Safari/605',
      isIsolated: false,
      hasServiceWorkers: false,
      hasFolderAccess: false,
    },
    program: { output: 'Error: EACCES', exitCode: 1 },
    answer: 502,
    usage: 90_000_000,
    isPersisted: false,
  });
  const faults = [...found.values()].filter(({ state }) => state === 'warning' || state === 'failed');
  expect(faults.map(({ id }) => id).sort()).toEqual([
    'browser',
    'isolation',
    'persistence',
    'runtime',
    'server',
    'service-workers',
    'storage',
  ]);
  expect(faults.filter(({ advice }) => advice === undefined)).toEqual([]);
  expect(found.get('browser')?.value).toBe('Safari 17 on Macintosh');
  expect(found.get('runtime')?.value).toBe('Its test program ended with 1: Error: EACCES');
  expect(found.get('server')?.value).toBe('It answered 502');
});

test('a program that only repeats what it was given has not written a file', async () => {
  const found = await examined({ program: { output: 'something else', exitCode: 0 } });
  expect(found.get('runtime')?.state).toBe('failed');
});

test('a runtime that never answers, and one that cannot boot, are said after a while or at once', async () => {
  expect((await examined({ program: 'never' })).get('runtime')?.value).toBe('It did not answer within 30 seconds');
  expect((await examined({ program: new Error('The runtime is not available: no memory') })).get('runtime')?.value).toContain('no memory');
});

test('a project that another tab runs is not taken from it', async () => {
  $runtime.set({ status: 'elsewhere' });
  expect((await examined({ program: new Error('must not be asked') })).get('runtime')).toMatchObject({
    state: 'note',
    value: 'Runs in the other tab',
  });
});

test('without a network it says so in place of the browser’s own words', async () => {
  const found = await examined({ answer: new TypeError('Failed to fetch'), browser: { isOnline: () => false } });
  expect(found.get('server')?.value).toBe('This computer is offline');
});

test('keys are named, those of the server as its own, and none is shown', async () => {
  $connections.set({
    state: 'ready',
    providers: [],
    keeping: { isOn: true, where: 'cookie' },
    serverKeys: { state: 'granted' },
    connections: [
      { id: 'a', providerId: 'openai', name: 'OpenAI', owner: 'server', values: {}, secretsSet: [] },
      { id: 'b', providerId: 'groq', name: 'Groq', owner: 'user', values: { endpoint: 'https://secret.example' }, secretsSet: ['apiKey'] },
      { id: 'c', providerId: 'xai', name: 'xAI', owner: 'user', values: {}, secretsSet: [] },
    ],
  });
  expect((await examined()).get('keys')?.value).toBe('OpenAI (the server’s), Groq (yours)');
});
