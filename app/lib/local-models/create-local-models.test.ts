import { afterEach, expect, test } from 'vitest';
import { StepTransportError } from '../agent/contract/errors.ts';
import type { ChatRequest } from '../protocol/chat-request.ts';
import type { LocalEndpoint, ReachedEndpoint } from '../protocol/models/local-endpoint.ts';
import { DEFAULT_APP_SETTINGS } from '../protocol/settings.ts';
import { $localEndpoints, $localLook } from '../stores/local-models.ts';
import { $settings } from '../stores/settings.ts';
import { TOOLS } from '../tools/index.ts';
import type { FetchWorker } from '../worker-fetch/create-worker-fetch.ts';
import { serveWorkerRequest } from '../worker-fetch/serve-worker-request.ts';
import type { WorkerRequest } from '../worker-fetch/worker-fetch-messages.ts';
import { createLocalModels } from './create-local-models.ts';

const OLLAMA: LocalEndpoint = { id: 'local-ollama', kind: 'ollama', name: 'Ollama', address: 'http://127.0.0.1:11434' };
const STEP: ChatRequest = {
  chatId: 'c',
  modelId: 'local-ollama:q',
  mode: 'agent',
  system: '',
  messages: [],
  toolNames: ['devonz_read_file'],
};

afterEach(() => {
  $settings.set(DEFAULT_APP_SETTINGS);
  $localEndpoints.set(new Map());
  $localLook.set({ status: 'not-yet' });
});

type Answer = (path: string, body: unknown) => unknown;

/** Workers in this thread with the test's responses; `starts` says whether the browser runs them. */
function workers(answer: Answer, starts: (isStrict: boolean) => boolean = () => true, ofMachine: ReachedEndpoint | null = null) {
  const made: { origins: readonly string[]; isStrict: boolean; isEnded: boolean }[] = [];
  class FakeWorker extends EventTarget implements FetchWorker {
    readonly note: (typeof made)[number];

    constructor(origins: readonly string[], isStrict: boolean) {
      super();
      this.note = { origins, isStrict, isEnded: false };
      made.push(this.note);
    }

    postMessage(request: WorkerRequest, transfer?: unknown): void {
      const [port] = transfer as MessagePort[]; // The code under test transfers one port.
      if (!starts(this.note.isStrict)) queueMicrotask(() => this.dispatchEvent(new Event('error')));
      else if (port !== undefined) {
        const body: unknown = JSON.parse(new TextDecoder().decode(request.body ?? undefined));
        serveWorkerRequest(request, port, {
          answer: async ({ url }) => Response.json(answer(new URL(url).pathname, body)),
          failed: { text: 'The test has no answer.' },
        });
      }
    }

    terminate(): void {
      this.note.isEnded = true;
    }
  }
  const local = createLocalModels({
    createWorker: (origins, isStrict) => new FakeWorker(origins, isStrict),
    tools: TOOLS,
    scope: {},
    machine: { endpoint: () => ofMachine, onChange: () => undefined },
    contextWindow: (id) => (id === 'local-ollama:q' ? 8_192 : null),
  });
  return { local, made };
}

const add = (...localEndpoints: LocalEndpoint[]) => $settings.setKey('localEndpoints', localEndpoints);

test('each endpoint has a worker that reaches it alone, and says what it offers or why it offers nothing', async () => {
  const { local, made } = workers((_path, body) =>
    JSON.stringify(body).includes('11434')
      ? { state: 'listed', models: [{ id: 'local-ollama:q', provider: 'ollama', name: 'q' }] }
      : { state: 'failed', problem: 'blocked' },
  );
  add(OLLAMA, { ...OLLAMA, id: 'local-two', name: 'Second', address: 'http://gpu.lan:1234' });
  expect(await local.list()).toEqual({
    models: [{ id: 'local-ollama:q', provider: 'ollama', name: 'q' }],
    problems: [{ provider: 'Second', message: expect.stringContaining('does not let this page read') }],
  });
  expect(made.map(({ origins }) => origins)).toEqual([['http://127.0.0.1:11434'], ['http://gpu.lan:1234']]);
  expect([...$localEndpoints.get()]).toEqual([
    ['local-ollama', { status: 'listed', models: 1 }],
    ['local-two', { status: 'failed', problem: 'blocked' }],
  ]);
});

test('a step is asked with the endpoint it needs and the room of its model', async () => {
  const asked: unknown[] = [];
  const { local } = workers((path, body) => asked.push([path, body]));
  add({ ...OLLAMA, id: 'local-other' }, OLLAMA);
  expect((await local.step(STEP, new AbortController().signal)).status).toBe(200);
  expect(asked).toEqual([
    [
      '/step',
      {
        endpoints: [OLLAMA],
        step: STEP,
        offers: [expect.objectContaining({ name: 'devonz_read_file', inputSchema: expect.objectContaining({ type: 'object' }) })],
        contextTokens: 8_192,
      },
    ],
  ]);
});

test('a model whose endpoint was removed is said to be gone, and not asked for again', async () => {
  const { local } = workers(() => null);
  const refused = await local.step(STEP, new AbortController().signal).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StepTransportError);
  expect(refused).toMatchObject({ isRetryable: false, message: expect.stringContaining('no longer set') });
});

test('a browser that refuses the worker gets it with the headers of the page, and keeps it so', async () => {
  const { local, made } = workers(
    () => ({ state: 'failed', problem: 'silent' }),
    (isStrict) => isStrict,
  );
  add(OLLAMA);
  await local.list();
  await local.list();
  expect(made.map(({ isStrict }) => isStrict)).toEqual([false, true]);
  expect($localEndpoints.get().get('local-ollama')).toEqual({ status: 'failed', problem: 'silent' });
});

test('a step that names a tool there is not is refused in words, and asks no worker', async () => {
  const { local, made } = workers(() => ({}));
  add(OLLAMA);
  const refused = await local.step({ ...STEP, toolNames: ['devonz_fly'] }, new AbortController().signal);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('There is no tool named');
  expect(made).toEqual([]);
});

test('where no worker can be started at all, a step fails in words and may be tried again', async () => {
  const { local } = workers(
    () => null,
    () => false,
  );
  add(OLLAMA);
  const refused = await local.step(STEP, new AbortController().signal).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    name: 'StepTransportError',
    status: null,
    isRetryable: true,
    message: expect.stringContaining('Check the connection'),
  });
});

test('what is found is shown and not used: only adding it makes it an endpoint, once', async () => {
  const { local } = workers((_path, body) =>
    // The responses, in the order of the places.
    (body as { places: { address: string }[] }).places.map(({ address }) =>
      address.endsWith(':11434')
        ? { state: 'answers', address, kind: 'ollama', models: 3 }
        : { state: 'failed', address, problem: address.endsWith(':1234') || address.endsWith(':8080') ? 'blocked' : 'silent' },
    ),
  );
  await local.actions.lookForLocalModels();
  const look = $localLook.get();
  // At port 8080 there may be any server, so a blocked one is not shown.
  expect(look).toEqual({
    status: 'looked',
    found: [
      { state: 'answers', address: 'http://127.0.0.1:11434', kind: 'ollama', models: 3 },
      { state: 'failed', address: 'http://127.0.0.1:1234', problem: 'blocked' },
    ],
  });
  expect($settings.get().localEndpoints).toEqual([]);
  const found = { state: 'answers', address: 'http://127.0.0.1:11434', kind: 'ollama', models: 3 } as const;
  local.actions.addLocalEndpoint(found);
  local.actions.addLocalEndpoint(found);
  expect($settings.get().localEndpoints).toEqual([OLLAMA]);
});

test('an address that is none is not asked', async () => {
  const { local, made } = workers(() => []);
  expect(await local.actions.lookAtAddress('http://example.com')).toMatchObject({ ok: false, why: expect.stringContaining('https') });
  expect(made).toEqual([]);
});

test('removing an endpoint ends its worker and what it was asked, and the list is asked for again', async () => {
  let changes = 0;
  const { local, made } = workers(() => ({ state: 'failed', problem: 'silent' }));
  local.onChange(() => {
    changes += 1;
  });
  add(OLLAMA);
  await local.list();
  local.actions.removeLocalEndpoint('local-ollama');
  expect(made[0]?.isEnded).toBe(true);
  expect([...$localEndpoints.get().keys()]).toEqual([]);
  expect(changes).toBe(2);
});

test('a yes is remembered and looks; what is taken answers from then on, with a model that calls tools', async () => {
  const models = [
    { id: 'local-ollama:tiny', provider: 'ollama', name: 'tiny', callsTools: false },
    { id: 'local-ollama:q', provider: 'ollama', name: 'q', callsTools: true },
  ];
  const { local } = workers(() => ({ state: 'listed', models }));
  local.actions.answerLocalLook(false);
  expect($settings.get().localLook).toBe('declined');
  await local.actions.takeLocalEndpoint({ state: 'answers', address: OLLAMA.address, kind: 'ollama', models: 2 });
  expect($settings.get()).toMatchObject({ localEndpoints: [OLLAMA], modelId: 'local-ollama:q' });
});

test('an endpoint is there while it answers anything, and only silence is waited for', async () => {
  let problem = 'silent';
  const { local } = workers(() => ({ state: 'failed', problem }));
  add(OLLAMA);
  expect(await local.answers('local-ollama:q')).toBe(false);
  problem = 'blocked';
  expect(await local.answers('local-ollama:q')).toBe(true);
  expect(await local.answers('openai:a')).toBe(null);
});

const OF_MACHINE: ReachedEndpoint = {
  id: 'local-at-a1',
  kind: 'ollama',
  name: 'Ollama on ada@server',
  address: 'http://127.0.0.1:8798/ollama',
  bridge: { key: 'secret', hasProgram: false },
};

test('the models of the open chat’s machine are listed with the others, and asked with the key of its bridge', async () => {
  const asked: unknown[] = [];
  const answer: Answer = (path, body) => {
    asked.push(body);
    return path === '/models' ? { state: 'listed', models: [{ id: 'local-at-a1:phi3', provider: 'ollama', name: 'phi3' }] } : {};
  };
  const { local, made } = workers(answer, () => true, OF_MACHINE);
  expect((await local.list()).models.map(({ id }) => id)).toEqual(['local-at-a1:phi3']);
  await local.step({ ...STEP, modelId: 'local-at-a1:phi3' }, new AbortController().signal);
  expect(asked).toMatchObject([{ endpoint: OF_MACHINE }, { endpoints: [OF_MACHINE] }]);
  // The address of the worker's script names its origins, and the app's server sees that address.
  expect(JSON.stringify(made)).not.toContain('secret');
  expect($settings.get().localEndpoints).toEqual([]);
});

test.each([
  ['Ollama is installed', true, ''],
  ['one of its models was chosen', false, 'local-at-a1:phi3'],
])('a machine without an Ollama that answers says what to type if %s', async (_when, hasProgram, modelId) => {
  const machine = { ...OF_MACHINE, bridge: { key: 'secret', hasProgram } };
  const { local } = workers(
    () => ({ state: 'failed', problem: 'other-kind' }),
    () => true,
    machine,
  );
  $settings.setKey('modelId', modelId);
  const [problem] = (await local.list()).problems;
  expect(problem).toMatchObject({ provider: 'Ollama on ada@server', connectionId: 'local-at-a1' });
  expect(problem?.message).toMatch(/“ollama serve” in a terminal/);
  expect(await local.answers('local-at-a1:phi3')).toBe(false);
});

test('of a machine where nobody expects Ollama nothing is said', async () => {
  const { local } = workers(
    () => ({ state: 'failed', problem: 'other-kind' }),
    () => true,
    OF_MACHINE,
  );
  expect(await local.list()).toEqual({ models: [], problems: [] });
});
