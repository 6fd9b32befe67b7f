import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { factsSchema } from '../protocol/server-messages.ts';
import { FakeMachine } from '../testing/fake-machine.ts';
import { APP, type StartedBridge, startTestBridge } from '../testing/started-bridge.ts';

let bridge: StartedBridge;
beforeEach(async () => {
  bridge = await startTestBridge(new FakeMachine());
});
afterEach(() => bridge.close());

const controlHost = () => new URL(bridge.origin).host;
const connect = (token: string, headers: Record<string, string> = { origin: APP }) =>
  bridge.ask({ method: 'POST', path: '/connect', headers, body: JSON.stringify({ token }) });

describe('the door', () => {
  it('opens once, to a page of the app with the token', async () => {
    const answer = await connect(bridge.token);
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(APP);
    const { facts, origin } = JSON.parse(answer.text);
    expect(origin).toBe(bridge.origin);
    expect(factsSchema.parse(facts)).toMatchObject({
      id: 'fakefakefakefake',
      kind: 'local',
      host: 'fake',
      user: 'somebody',
      folder: '/project',
      shells: { agent: ['/bin/bash'], user: ['/bin/bash'] },
      notes: 'streams',
    });
    const again = await connect(bridge.token);
    expect([again.status, again.text]).toEqual([403, 'The token of this bridge was used. Start the bridge again for a new one.\n']);
  });

  it('stays shut without the token, for other pages and for no page, and the token is not used up by it', async () => {
    const other = { origin: 'http://evil.example' };
    const statuses = [
      (await connect('')).status,
      (await connect('x'.repeat(26))).status,
      (await connect(bridge.token, other)).status,
      (await connect(bridge.token, {})).status,
      (await connect(bridge.token, { origin: 'null' })).status,
      (await bridge.ask({ method: 'POST', path: '/connect', headers: { origin: APP }, body: 'x'.repeat(2000) })).status,
      (await bridge.ask({ method: 'OPTIONS', path: '/connect', headers: other })).status,
      (await bridge.ask({ path: '/connect', headers: { origin: APP } })).status,
    ];
    expect(statuses).toEqual([403, 403, 403, 403, 403, 400, 403, 405]);
    expect((await connect(bridge.token)).status).toBe(200);
  });

  it('says to whoever looks that a bridge is here, and nothing else', async () => {
    const found = await bridge.ask({ path: '/.well-known/devonz-bridge', headers: { origin: APP } });
    expect([JSON.parse(found.text), found.headers['access-control-allow-origin']]).toEqual([
      { bridge: 'devonz-bridge', version: '9.9.9' },
      APP,
    ]);
    const hidden = await bridge.ask({ path: '/.well-known/devonz-bridge', headers: { origin: 'http://evil.example' } });
    expect([hidden.status, hidden.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    expect((await bridge.ask({ path: '/headless' })).status).toBe(404);
  });
});

describe('the control page', () => {
  it('is had under its secret name alone, and framed by pages of the app alone', async () => {
    const page = await bridge.ask({ path: '/headless', host: controlHost() });
    expect(page.text).toContain(`content="${APP}"`);
    expect(page.headers['content-security-policy']).toContain(`frame-ancestors ${APP};`);
    expect(page.headers['cross-origin-embedder-policy']).toBe('require-corp');
    const { port } = bridge.server;
    for (const host of [`evil.example:${port}`, `${'a'.repeat(26)}.ide.localhost:${port}`, `ide.localhost:${port}`]) {
      expect((await bridge.ask({ path: '/headless', host })).status, host).toBe(421);
    }
  });

  it('alone opens a socket: not another origin, not a preview, not another path or name', async () => {
    const { preview } = bridge.server.names;
    const { port } = bridge.server;
    const refused = await Promise.all([
      bridge.openSocket({ origin: 'http://evil.example' }),
      bridge.openSocket({ origin: APP }),
      bridge.openSocket({ origin: `http://p3000-${preview}.ide.localhost:${port}` }),
      bridge.openSocket({ path: '/other' }),
      bridge.openSocket({ host: `127.0.0.1:${port}` }),
      bridge.openSocket({ host: `evil.example:${port}` }),
    ]);
    expect(refused).toEqual([403, 403, 403, 403, 421, 421]);
    const socket = await bridge.openSocket({});
    expect(typeof socket).toBe('object');
    if (typeof socket !== 'number') socket.terminate();
  });

  it('ends a socket that sends what is no message', async () => {
    const closed = await Promise.all(
      ['{', '{"type":"hello"}', JSON.stringify({ type: 'hello', version: 99, session: null, received: 0 })].map(async (text) => {
        const socket = await bridge.openSocket({});
        if (typeof socket === 'number') return socket;
        return new Promise<number>((resolve) => {
          socket.once('close', resolve);
          socket.send(text);
        });
      }),
    );
    expect(closed).toEqual([4000, 4000, 4000]);
  });
});
