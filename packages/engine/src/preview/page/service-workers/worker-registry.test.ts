import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostToRegistry, InterceptedRequest, PageToRegistry, RegistryToHost, RegistryToPage } from '../../emulated-workers.ts';
import { WorkerRegistry } from './worker-registry.ts';

const ORIGIN = 'http://p3000-x.run.ide.localhost';

/** A worker with scripted answers to each of the registry's calls. */
class ScriptedWorker {
  onerror = null;
  isEnded = false;
  port: MessagePort | null = null;
  heard: string[] = [];

  constructor(
    private readonly answers: Partial<Record<string, (call: number) => HostToRegistry[]>> = {},
    private readonly fault: string | null = null,
  ) {}

  postMessage(_begin: RegistryToHost, [port]: MessagePort[]): void {
    this.port = port ?? null;
    if (port) port.onmessage = ({ data }: MessageEvent<RegistryToHost>) => this.#hear(data);
    this.say({ type: 'done', call: 0, fault: this.fault });
  }

  say(...messages: HostToRegistry[]): void {
    for (const message of messages) this.port?.postMessage(message);
  }

  terminate(): void {
    this.isEnded = true;
    this.port?.close();
  }

  #hear(message: RegistryToHost): void {
    if (message.type !== 'event' && message.type !== 'fetch') return;
    const name = message.type === 'event' ? message.event : 'fetch';
    this.heard.push(name);
    const done: HostToRegistry =
      message.type === 'event'
        ? { type: 'done', call: message.call, fault: null }
        : { type: 'answer', call: message.call, answer: { type: 'pass' } };
    this.say(...(this.answers[name]?.(message.call) ?? [done]));
  }
}

/** A page of the preview, and the messages that it has received. */
class TestPage {
  readonly told: RegistryToPage[] = [];
  readonly #port: MessagePort;
  #lastCall = 0;

  constructor(registry: WorkerRegistry, id: string, path: string) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<RegistryToPage>) => void this.told.push(data);
    registry.connect(id, port2);
    this.say({ type: 'place', url: ORIGIN + path, visibilityState: 'visible', focused: true });
  }

  say(message: PageToRegistry): void {
    this.#port.postMessage(message);
  }

  async register(script = '/sw.js', scope: string | null = null): Promise<RegistryToPage> {
    this.#lastCall += 1;
    const call = this.#lastCall;
    this.say({ type: 'register', call, script, scope, isModule: false });
    return this.until((message) => (message.type === 'answer' || message.type === 'refusal') && message.call === call);
  }

  async until(isMeant: (message: RegistryToPage) => boolean): Promise<RegistryToPage> {
    return expect
      .poll(() => this.told.find(isMeant))
      .toBeDefined()
      .then(() => this.told.find(isMeant) as RegistryToPage);
  }

  close(): void {
    this.#port.close();
  }
}

const request = (client: string): InterceptedRequest => ({
  client,
  url: `${ORIGIN}/data`,
  method: 'GET',
  headers: [],
  mode: 'cors',
  destination: '',
  credentials: 'same-origin',
  cache: 'default',
  redirect: 'follow',
  referrer: '',
  integrity: '',
  keepalive: false,
  body: null,
});

describe('WorkerRegistry', () => {
  let scripts: Record<string, { source: string; headers?: Record<string, string> }>;
  let workers: ScriptedWorker[];
  let activity: boolean[];
  let next: ScriptedWorker | null;
  let registry: WorkerRegistry;
  const pages: TestPage[] = [];
  const open = (id: string, path = '/'): TestPage => {
    const page = new TestPage(registry, id, path);
    pages.push(page);
    return page;
  };
  const isActivated = (message: RegistryToPage) => message.type === 'registration' && message.registration.active?.state === 'activated';

  beforeEach(() => {
    scripts = { '/sw.js': { source: 'one' }, '/deep/sw.js': { source: 'deep' } };
    workers = [];
    activity = [];
    next = null;
    registry = new WorkerRegistry({
      origin: ORIGIN,
      embedder: 'require-corp',
      fetch: async (address) => {
        const script = scripts[new URL(String(address)).pathname];
        const headers = { 'content-type': 'text/javascript', ...script?.headers };
        return new Response(script?.source ?? '', { status: script ? 200 : 404, headers });
      },
      // The members of a worker that the registry uses.
      startWorker: () => {
        const worker = next ?? new ScriptedWorker();
        next = null;
        workers.push(worker);
        return worker as unknown as Worker;
      },
      onActivity: (isActive) => void activity.push(isActive),
    });
  });
  afterEach(() => {
    for (const page of pages.splice(0)) page.close();
    for (const worker of workers) worker.terminate();
  });

  it('does not ask a worker for the pages that were there before it, until it claims them', async () => {
    const page = open('a');
    expect(await page.register()).toMatchObject({ type: 'answer', value: `${ORIGIN}/` });
    await page.until(isActivated);
    expect((await registry.answer(request('a'))).answer).toEqual({ type: 'pass', isActive: true });
    expect(workers[0]?.heard).toEqual(['install', 'activate']);
    expect(page.told.filter(({ type }) => type === 'controller')).toEqual([]);
    const later = open('b');
    await later.until(({ type }) => type === 'controller');
    await registry.answer(request('b'));
    expect(workers[0]?.heard).toEqual(['install', 'activate', 'fetch']);
    workers[0]?.say({ type: 'claim', call: 1 });
    await page.until(({ type }) => type === 'controller');
    await registry.answer(request('a'));
    expect([workers[0]?.heard.length, activity]).toEqual([4, [true]]);
  });

  it('keeps a new version waiting until it asks for its turn', async () => {
    const page = open('a');
    await page.register();
    await page.until(isActivated);
    scripts['/sw.js'] = { source: 'two' };
    await page.register();
    await page.until((message) => message.type === 'registration' && message.registration.waiting?.state === 'installed');
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false, false]);
    workers[1]?.say({ type: 'skip-waiting' });
    await page.until(
      (message) =>
        isActivated(message) && message.type === 'registration' && message.registration.waiting === null && workers[0]?.isEnded === true,
    );
    expect(workers[1]?.heard).toEqual(['install', 'activate']);
    await page.register();
    expect(workers).toHaveLength(2);
  });

  it('drops a worker whose install fails', async () => {
    next = new ScriptedWorker({ install: (call) => [{ type: 'done', call, fault: 'no' }] });
    const page = open('a');
    await page.register();
    await expect.poll(() => workers[0]?.isEnded).toBe(true);
    expect([(await registry.answer(request('a'))).answer, registry.controllerOf(`${ORIGIN}/`)]).toEqual([
      { type: 'pass', isActive: false },
      null,
    ]);
  });

  it('refuses a script that throws', async () => {
    next = new ScriptedWorker({}, 'Uncaught Error: not today');
    const page = open('a');
    expect(await page.register()).toMatchObject({
      type: 'refusal',
      name: 'TypeError',
      message: expect.stringMatching(/script evaluation failed.*not today/),
    });
    expect([workers[0]?.isEnded, registry.isActive()]).toEqual([true, false]);
  });

  it('holds scripts to their folder, unless their own header widens it, and finds the nearest scope', async () => {
    const page = open('a', '/deep/page');
    expect(await page.register('/deep/sw.js', '/')).toMatchObject({
      type: 'refusal',
      name: 'SecurityError',
      message: expect.stringContaining('max scope'),
    });
    scripts['/deep/sw.js'] = { source: 'deep', headers: { 'service-worker-allowed': '/' } };
    expect(await page.register('/deep/sw.js', '/')).toMatchObject({ type: 'answer', value: `${ORIGIN}/` });
    expect(await page.register('/deep/sw.js')).toMatchObject({ type: 'answer', value: `${ORIGIN}/deep/` });
    await page.until((message) => isActivated(message) && message.type === 'registration' && message.registration.scope.endsWith('/deep/'));
    expect(registry.controllerOf(`${ORIGIN}/deep/x`)?.id).not.toBe(registry.controllerOf(`${ORIGIN}/x`)?.id);
  });

  it('gives what a worker answers as this preview’s own answer', async () => {
    const page = open('a');
    const response = {
      status: 201,
      statusText: 'Made',
      headers: [
        ['content-encoding', 'gzip'],
        ['x-own', '1'],
      ] as [string, string][],
      body: null,
    };
    next = new ScriptedWorker({ fetch: (call) => [{ type: 'answer', call, answer: { type: 'response', response } }] });
    await page.register();
    await page.until(isActivated);
    const later = open('b');
    await later.until(({ type }) => type === 'controller');
    const { answer } = await registry.answer(request('b'));
    expect(answer).toMatchObject({ type: 'response', response: { status: 201, statusText: 'Made' } });
    const headers = answer.type === 'response' ? Object.fromEntries(answer.response.headers) : {};
    expect(headers).toMatchObject({ 'x-own': '1', 'cross-origin-embedder-policy': 'require-corp' });
    expect(headers).not.toHaveProperty('content-encoding');
  });
});
