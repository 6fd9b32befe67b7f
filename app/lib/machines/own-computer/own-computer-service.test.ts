import type { OpeningEvent, WantedPlace } from 'devonz-engine-protocol/machine/own-computer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { $hosts, $opening, $ownComputer } from '../../stores/machines/own-computer.ts';
import { createHostStore } from '../hosts/host-store.ts';
import { createOwnComputerClient } from './own-computer-client.ts';
import { createOwnComputerKeyStore } from './own-computer-key.ts';
import { createOwnComputerService } from './own-computer-service.ts';

const KEY = 'a1b2c3d4e5f6g7h8i9j0';
const COMPUTER = { user: 'ada', host: 'laptop', home: '/home/ada', sshHosts: [], hasAgent: false, keyPaths: [], containers: null };
const LOCAL: WantedPlace = { kind: 'local', folder: '/home/ada/shop' };
const SERVER: WantedPlace = { kind: 'ssh', host: 'box', identity: { type: 'usual' }, folder: '' };
const PLACE = { machineId: 'a1b2c3d4e5f6a7b8', user: 'ada', host: 'laptop', home: '/home/ada', folder: '/home/ada/shop' };
const LINK = '#bridge=http://127.0.0.1:8798&token=a1b2c3d4e5f6g7h8i9j0';
const FOUND = { user: 'ada', host: 'box', system: 'Debian', shell: '/bin/bash', folder: '/home/ada', programs: { git: '2.39.5' } };

beforeEach(() => {
  $ownComputer.set({ state: 'unknown' });
  $opening.set({ state: 'none' });
  $hosts.set([]);
});
afterEach(() => $hosts.set([]));

/** One response of the server, written by the test. */
function createAnswer(signal: AbortSignal | null | undefined) {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let isClosed = false;
  const stream = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      isClosed = true;
    },
  });
  signal?.addEventListener('abort', () => {
    if (!isClosed) controller?.error(signal.reason);
    isClosed = true;
  });
  const write = (text: string) => controller?.enqueue(new TextEncoder().encode(text));
  return {
    response: new Response(stream),
    write,
    send: (event: OpeningEvent) => write(`${JSON.stringify(event)}\n`),
    end: () => controller?.close(),
    isClosed: () => isClosed,
  };
}
type Answer = ReturnType<typeof createAnswer>;

interface Asked {
  path: string;
  key: string | null;
  body: unknown;
}

function setUp({ key = KEY as string | null, look = () => Response.json(COMPUTER), isLocalPage = true, connectsTo = PLACE } = {}) {
  const storage = new Map<string, string>(key === null ? [] : [['devonz_own_computer', key]]);
  const port = {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
  };
  const asked: Asked[] = [];
  const answers: Answer[] = [];
  const refusals = new Map<string, Response>();
  const errors: string[] = [];
  const links: string[] = [];
  const said: { message: string; undo: () => void }[] = [];
  const forgotten: string[] = [];
  const away = new Set<string>();
  let ids = 0;
  let now = 0;
  const request: typeof fetch = async (url, init) => {
    const path = String(url);
    asked.push({ path, key: new Headers(init?.headers).get('x-devonz-own-computer'), body: JSON.parse(String(init?.body ?? 'null')) });
    const refusal = refusals.get(path);
    if (refusal !== undefined) return refusal;
    if (path === '/own-computer') return look();
    if (path === '/own-computer/answer') return new Response(null, { status: 204 });
    const answer = createAnswer(init?.signal);
    answers.push(answer);
    return answer.response;
  };
  const service = createOwnComputerService({
    client: createOwnComputerClient(request),
    keys: createOwnComputerKeyStore(port),
    hosts: createHostStore(port),
    notices: {
      error: (message) => errors.push(message),
      info: (message, action) => said.push({ message, undo: action?.run ?? (() => undefined) }),
    },
    forgetMachine(machineId) {
      forgotten.push(machineId);
      return () => void forgotten.splice(forgotten.indexOf(machineId), 1);
    },
    ids: { next: () => `host-${++ids}` },
    now: () => ++now,
    isLocalPage,
    async connect(link) {
      links.push(link);
      if (link === 'refused') throw new Error('The bridge refused: used');
      return connectsTo;
    },
    isConnected: async ({ folder }) => !away.has(folder),
  });
  /** The answer to the n-th request to open. */
  const answer = async (index = 0): Promise<Answer> => {
    while (answers[index] === undefined) await Promise.resolve();
    return answers[index];
  };
  return { service, storage, asked, answer, refusals, errors, links, away, said, forgotten };
}

describe('looking at the server of this page', () => {
  test('with the key it says what the form offers', async () => {
    const { service, asked } = setUp();
    await service.lookAtOwnComputer();
    expect($ownComputer.get()).toEqual({ state: 'ready', computer: COMPUTER });
    expect(asked).toEqual([{ path: '/own-computer', key: KEY, body: null }]);
  });

  test.each([
    [true, 'key-missing'],
    [false, 'not-carried'],
  ])('without a key nobody is asked (local page: %s)', async (isLocalPage, state) => {
    const { service, asked } = setUp({ key: null, isLocalPage });
    await service.lookAtOwnComputer();
    expect($ownComputer.get()).toEqual({ state });
    expect(asked).toEqual([]);
  });

  test.each<[string, () => Response, string]>([
    ['404', () => new Response(null, { status: 404 }), 'not-carried'],
    ['401', () => new Response(null, { status: 401 }), 'key-missing'],
    ['500', () => new Response('Out of order', { status: 500 }), 'failed'],
    ['something else', () => new Response('<html>'), 'failed'],
    ['nothing', () => Response.error(), 'failed'],
  ])('an answer of %s is %s', async (_case, look, state) => {
    const { service } = setUp({ look });
    await service.lookAtOwnComputer();
    expect($ownComputer.get().state).toBe(state);
  });
});

describe('the key of the address', () => {
  const NEW = 'z9y8x7w6v5u4t3s2r1q0';

  test('is kept if the server takes it', async () => {
    const { service, storage, asked } = setUp({ key: null });
    await service.enterOwnComputerKey(`#own-computer=${NEW}`);
    expect(storage.get('devonz_own_computer')).toBe(NEW);
    expect($ownComputer.get().state).toBe('ready');
    expect(asked.map(({ key }) => key)).toEqual([NEW]);
  });

  test('of a stranger’s link takes the place of no right one', async () => {
    const { service, storage, errors } = setUp({ look: () => new Response(null, { status: 401 }) });
    await service.enterOwnComputerKey(`#own-computer=${NEW}`);
    await service.enterOwnComputerKey('#own-computer=short');
    expect(storage.get('devonz_own_computer')).toBe(KEY);
    expect(errors).toHaveLength(2);
    expect(errors[0]).toContain('does not take the key');
  });

  test('that is kept already asks nothing', async () => {
    const { service, asked } = setUp();
    await service.enterOwnComputerKey(`#own-computer=${KEY}`);
    expect(asked).toEqual([]);
  });
});

describe('opening a place', () => {
  test('shows each note and question, sends the answer, and connects by the link without another question', async () => {
    const { service, asked, answer, links, storage } = setUp();
    const opening = service.openPlace(LOCAL, null);
    const { send } = await answer();
    send({ type: 'note', text: 'Starting…' });
    send({ type: 'question', id: 'q1', kind: 'hidden', text: 'Password:' });
    await expect
      .poll(() => $opening.get())
      .toEqual({
        state: 'running',
        isTest: false,
        notes: ['Starting…'],
        question: { id: 'q1', kind: 'hidden', text: 'Password:' },
      });
    await service.answerOpening('another', 'x');
    await service.answerOpening('q1', 'secret');
    expect($opening.get()).toMatchObject({ state: 'running', question: null });
    send({ type: 'opened', link: LINK });
    expect(await opening).toBe(true);
    expect(links).toEqual([LINK]);
    expect($opening.get()).toEqual({ state: 'none' });
    expect(asked.map(({ path, body }) => [path, body])).toEqual([
      ['/own-computer/open', { place: LOCAL, isTest: false }],
      ['/own-computer/answer', { question: 'q1', answer: 'secret' }],
    ]);
    expect(JSON.stringify([...storage])).not.toContain('secret');
    await expect.poll(() => $hosts.get()).toMatchObject([{ name: 'ada@laptop', place: LOCAL, state: 'connected' }]);
  });

  test.each<[string, (answer: Answer) => void, string]>([
    ['says so', ({ send }) => send({ type: 'failed', message: 'No such folder.' }), 'No such folder.'],
    ['ends early', ({ end }) => end(), 'was interrupted before it was ready'],
    ['sends no JSON', ({ write }) => write('<html>\n'), 'do not understand each other'],
    ['sends an unknown event', ({ write }) => write('{"type":"later"}\n'), 'do not understand each other'],
    ['sends a line without an end', ({ write }) => write('x'.repeat(100_000)), 'do not understand each other'],
    ['reports a test', ({ send }) => send({ type: 'found', ...FOUND }), 'do not understand each other'],
    ['names a bridge that refuses', ({ send }) => send({ type: 'opened', link: 'refused' }), 'The bridge refused: used'],
  ])('fails in words if the server %s, and the response is closed', async (_case, act, why) => {
    const { service, answer } = setUp();
    const opening = service.openPlace(LOCAL, null);
    const given = await answer();
    act(given);
    expect(await opening).toBe(false);
    expect($opening.get()).toMatchObject({ state: 'failed', isTest: false, why: expect.stringContaining(why) });
    expect($hosts.get()).toEqual([]);
  });

  test.each([
    [401, 'no longer valid'],
    [404, 'does not open folders'],
    [503, 'The server refused: Busy'],
  ])('status %s says what to do', async (status, why) => {
    const { service, refusals } = setUp();
    refusals.set('/own-computer/open', new Response('Busy', { status }));
    expect(await service.openPlace(LOCAL, null)).toBe(false);
    expect($opening.get()).toMatchObject({ state: 'failed', why: expect.stringContaining(why) });
  });

  test('events may come in pieces and without a last line break', async () => {
    const { service, answer } = setUp();
    const opening = service.openPlace(LOCAL, null);
    const { write, end } = await answer();
    write('\n{"type":"opened",');
    write(`"link":"${LINK}"}`);
    end();
    expect(await opening).toBe(true);
  });

  test('a closed dialog gives up: the response is closed, and what it still says is not shown', async () => {
    const { service, answer, links } = setUp();
    const opening = service.openPlace(LOCAL, null);
    const { isClosed } = await answer();
    service.giveUpOpening();
    expect(await opening).toBe(false);
    expect(isClosed()).toBe(true);
    expect($opening.get()).toEqual({ state: 'none' });
    expect(links).toEqual([]);
  });

  test('a second attempt gives up the first', async () => {
    const { service, answer } = setUp();
    const first = service.openPlace(LOCAL, null);
    const { isClosed } = await answer(0);
    const second = service.testPlace(SERVER, null);
    expect(await first).toBe(false);
    expect(isClosed()).toBe(true);
    const { send } = await answer(1);
    expect($opening.get()).toMatchObject({ state: 'running', isTest: true });
    send({ type: 'found', ...FOUND });
    await second;
    expect($opening.get()).toEqual({ state: 'found', found: FOUND });
  });

  test('an answer that does not arrive ends the attempt in words', async () => {
    const { service, answer, refusals } = setUp();
    refusals.set('/own-computer/answer', new Response('Too late', { status: 404 }));
    const opening = service.openPlace(LOCAL, null);
    const { send, isClosed } = await answer();
    send({ type: 'question', id: 'q1', kind: 'yes-no', text: 'Right?' });
    await expect.poll(() => $opening.get()).toMatchObject({ question: { id: 'q1' } });
    await service.answerOpening('q1', 'yes');
    expect(await opening).toBe(false);
    expect(isClosed()).toBe(true);
    expect($opening.get()).toMatchObject({ state: 'failed', why: 'The server refused: Too late' });
  });
});

describe('the list of hosts', () => {
  const testServer = async ({ service, answer }: ReturnType<typeof setUp>, hostId: string | null = null) => {
    const testing = service.testPlace(SERVER, hostId);
    (await answer()).send({ type: 'found', ...FOUND });
    await testing;
  };

  test('a place that was tested is in it, and can be forgotten', async () => {
    const parts = setUp();
    await testServer(parts);
    expect($hosts.get()).toMatchObject([{ id: 'host-1', name: 'ada@box', place: SERVER, reached: null, state: 'not-tried' }]);
    parts.service.forgetKeptHost('host-1');
    expect($hosts.get()).toEqual([]);
    await parts.service.lookAtOwnComputer();
    expect($hosts.get()).toEqual([]);
  });

  test('with the last folder of a machine, what is set for it is forgotten, and Undo brings both back', async () => {
    const parts = setUp();
    const open = async (place: WantedPlace, index: number) => {
      const opening = parts.service.openPlace(place, null);
      (await parts.answer(index)).send({ type: 'opened', link: LINK });
      await opening;
    };
    await open(LOCAL, 0);
    await open({ ...LOCAL, folder: '/home/ada/other' }, 1);
    parts.service.forgetKeptHost('host-1');
    expect(parts.forgotten).toEqual([]);
    parts.service.forgetKeptHost('host-2');
    expect(parts.forgotten).toEqual([PLACE.machineId]);
    expect(parts.said.at(-1)?.message).toBe('ada@laptop is forgotten, with what was set for it.');
    parts.said.at(-1)?.undo();
    expect(parts.forgotten).toEqual([]);
    await expect.poll(() => $hosts.get().map(({ id }) => id)).toEqual(['host-2']);
  });

  test('an entry that was edited is replaced', async () => {
    const parts = setUp();
    await testServer(parts);
    const opening = parts.service.openPlace(LOCAL, 'host-1');
    (await parts.answer(1)).send({ type: 'opened', link: LINK });
    await opening;
    await expect.poll(() => $hosts.get()).toMatchObject([{ id: 'host-1', place: LOCAL, state: 'connected' }]);
  });

  test('a host whose bridge is gone is away the next time one looks', async () => {
    const { service, answer, away } = setUp();
    const opening = service.openPlace(LOCAL, null);
    (await answer()).send({ type: 'opened', link: LINK });
    await opening;
    away.add(PLACE.folder);
    await service.lookAtOwnComputer();
    expect($hosts.get()).toMatchObject([{ state: 'away' }]);
  });
});
