import { connect } from 'node:net';
import { OWN_COMPUTER_HEADER, OWN_COMPUTER_PATH, type OwnComputer } from 'devonz-engine-protocol/machine/own-computer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOwnComputerDoor } from './own-computer-door.ts';
import { AskDoor, type DoorRequest, KEY } from './testing/ask-door.ts';
import { FakeChildren } from './testing/fake-children.ts';

const COMPUTER: OwnComputer = {
  user: 'ada',
  host: 'desk',
  home: '/home/ada',
  sshHosts: [],
  hasAgent: false,
  keyPaths: [],
  containers: null,
};
const WANTED = { place: { kind: 'local', folder: '/work' }, isTest: false } as const;

let children: FakeChildren;
let app: AskDoor;
beforeEach(async () => {
  children = new FakeChildren();
  app = await AskDoor.start(createDoor());
});
afterEach(() => app.close());

function createDoor(key = KEY) {
  return createOwnComputerDoor({ key, appHost: 'ide.localhost', describe: async () => COMPUTER, startChild: children.start });
}

const open = (request: DoorRequest) =>
  app.ask({ method: 'POST', path: `${OWN_COMPUTER_PATH}/open`, body: JSON.stringify(WANTED), ...request });

it('describes the computer to the app’s own page with the key', async () => {
  expect(await app.ask()).toEqual({ status: 200, text: JSON.stringify(COMPUTER) });
});

it('does not begin with a key that could be guessed', () => {
  expect(() => createDoor('short')).toThrow('too short');
});

describe('nothing is answered or started', () => {
  afterEach(() => expect(children.started).toEqual([]));

  it('without the key, or with another one', async () => {
    for (const key of [undefined, '', 'x', KEY.slice(1), `${KEY}k`, `${KEY}, ${KEY}`]) {
      const headers = { [OWN_COMPUTER_HEADER]: key };
      for (const answer of [
        await app.ask({ headers }),
        await open({ headers }),
        await app.ask({ headers, path: `${OWN_COMPUTER_PATH}/x` }),
      ]) {
        expect([answer.status, answer.text.includes('ada')], key).toEqual([401, false]);
      }
    }
  });

  it('to a page of another origin, although it had the key', async () => {
    const port = new URL(app.origin).port;
    for (const origin of [
      'http://evil.example',
      'null',
      'http://ide.localhost',
      `https://ide.localhost:${port}`,
      `http://p1-x.run.ide.localhost:${port}`,
    ]) {
      expect((await open({ headers: { origin } })).status, origin).toBe(403);
      expect((await app.ask({ headers: { origin } })).status, origin).toBe(403);
    }
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect((await open({ headers: { 'sec-fetch-site': site } })).status, site).toBe(403);
      expect((await app.ask({ headers: { 'sec-fetch-site': site } })).status, site).toBe(403);
    }
    expect((await open({ headers: { origin: undefined } })).status).toBe(403);
    expect((await app.ask({ method: 'OPTIONS', headers: { origin: 'http://evil.example' } })).status).toBe(403);
  });

  it('under another name: DNS rebinding, the sandbox, previews, and a name that is given twice', async () => {
    const { port } = new URL(app.origin);
    const names = [
      'evil.example',
      '127.0.0.1',
      'localhost',
      'run.ide.localhost',
      'p3000-shop.run.ide.localhost',
      'x.ide.localhost',
      'ide.localhost.',
    ];
    for (const name of names) {
      const host = `${name}:${port}`;
      for (const answer of [await app.ask({ headers: { host } }), await open({ headers: { host, origin: `http://${host}` } })]) {
        expect(answer, name).toEqual({ status: 404, text: 'behind' });
      }
    }
    const twice = await raw(
      `GET ${OWN_COMPUTER_PATH} HTTP/1.1\r\nHost: ide.localhost:${port}\r\nHost: evil.example\r\n${OWN_COMPUTER_HEADER}: ${KEY}\r\n\r\n`,
    );
    expect(twice).toMatch(/^HTTP\/1\.1 4/);
    expect(twice).not.toContain('ada');
  });

  it('by a path that only leads there in another reading', async () => {
    for (const path of ['//own-computer', '/%6fwn-computer', '/x/../own-computer', '/OWN-COMPUTER', '/own-computers', '/own-computer;a']) {
      expect(await app.ask({ path }), path).toEqual({ status: 404, text: 'behind' });
    }
    for (const path of [
      '/own-computer/',
      '/own-computer/../api/keys',
      '/own-computer/open/',
      '/own-computer/%6fpen',
      '/own-computer//open',
    ]) {
      expect(await app.ask({ path, method: 'POST', body: JSON.stringify(WANTED) }), path).toEqual({ status: 404, text: 'Not found.\n' });
    }
  });

  it('by another method', async () => {
    expect((await app.ask({ method: 'POST', body: '{}' })).status).toBe(405);
    for (const path of ['/own-computer/open', '/own-computer/answer']) expect((await app.ask({ path })).status).toBe(405);
    expect((await app.ask({ method: 'HEAD', headers: { origin: app.origin } })).status).toBe(405);
  });

  it('for what is no JSON, no place, or too long', async () => {
    expect((await open({ headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await open({ headers: { 'content-type': undefined } })).status).toBe(415);
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '{"place":{"kind":"local"},"isTest":false}',
      '{"place":{"kind":"root","folder":""},"isTest":false}',
    ]) {
      expect((await open({ body })).status, body).toBe(400);
    }
    const huge = JSON.stringify({ ...WANTED, more: 'x'.repeat(200_000) });
    expect((await open({ body: huge })).status).toBe(413);
    expect((await open({ body: huge, headers: { 'transfer-encoding': 'chunked' } })).status).toBe(413);
  });
});

describe('an opening', () => {
  it('gives its events until the machine is open, and tells the program who may use it', async () => {
    const stream = await app.open(WANTED);
    const [child] = children.started;
    expect(child?.received).toEqual([{ type: 'open', request: WANTED, app: app.origin }]);
    child?.listener.onEvent({ type: 'note', text: 'soon' });
    child?.listener.onEvent({ type: 'opened', link: `${app.origin}/#bridge=x` });
    expect(await stream.next('opened')).toEqual({ type: 'opened', link: `${app.origin}/#bridge=x` });
    expect(stream.events).toHaveLength(2);
    // Nobody is left to answer what a connection that comes back needs.
    child?.listener.onEvent({ type: 'question', id: 'later', kind: 'hidden', text: 'Password' });
    expect(child?.received.slice(1)).toEqual([{ type: 'answer', question: 'later', answer: null }]);
  });

  it('ends its program when the page leaves before that, and when it has failed', async () => {
    const left = await app.open(WANTED);
    left.leave();
    await vi.waitFor(() => expect(children.started[0]?.received.at(-1)).toEqual({ type: 'end' }));
    const failed = await app.open(WANTED);
    children.started[1]?.listener.onEvent({ type: 'failed', message: 'no' });
    expect(await failed.next('failed')).toEqual({ type: 'failed', message: 'no' });
    expect(children.started[1]?.received.at(-1)).toEqual({ type: 'end' });
  });

  it('says that its program has died', async () => {
    const stream = await app.open(WANTED);
    children.started[0]?.listener.onEnd('SIGKILL');
    expect((await stream.next('failed')).message).toContain('has ended unexpectedly (SIGKILL)');
  });

  it('is asked and answered beside another one; each answer is for the program that has asked, once', async () => {
    const [first, second] = [await app.open(WANTED), await app.open(WANTED)];
    const [one, two] = children.started;
    one?.listener.onEvent({ type: 'question', id: 'one', kind: 'hidden', text: 'Password' });
    two?.listener.onEvent({ type: 'question', id: 'two', kind: 'yes-no', text: 'Trust?' });
    expect([(await first.next('question')).id, (await second.next('question')).id]).toEqual(['one', 'two']);
    expect((await app.answer('two', 'yes')).status).toBe(204);
    expect(one?.received.slice(1)).toEqual([]);
    expect(two?.received.slice(1)).toEqual([{ type: 'answer', question: 'two', answer: 'yes' }]);
    expect((await app.answer('two', 'no')).status).toBe(404);
    expect((await app.answer('three', 'x')).status).toBe(404);
    first.leave();
    await vi.waitFor(() => expect(one?.received.at(-1)).toEqual({ type: 'end' }));
    expect((await app.answer('one', 'secret')).status).toBe(404);
    expect(JSON.stringify(children.started.map(({ received }) => received))).not.toContain('secret');
  });

  it('is refused when too many machines are open', async () => {
    for (let count = 0; count < 24; count += 1) await app.open(WANTED);
    expect((await open({})).status).toBe(503);
  });
});

function raw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1', () => socket.end(bytes));
    socket.on('data', (data: Buffer) => {
      text += data.toString();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(text));
  });
}
