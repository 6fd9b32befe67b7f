import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../lib/models/connection.ts';
import { providerFetch } from '../../lib/models/provider-fetch.ts';
import { ProviderServer } from '../testing/provider-server.ts';
import { USER_NETWORK_LIMITS, type UserNetworkEnvironment, type UserNetworkLimits, userNetwork } from './user-network.server.ts';

const DEPLOYED = { APP_HOST: 'app.example.com', SANDBOX_HOST: 'run.example.com' };

/** Notations of addresses that a deployed server must not request for its users. */
const REFUSED = [
  // Loopback.
  'http://127.0.0.1/v1',
  'http://127.0.0.1:11434/v1',
  'http://127.1/',
  'http://127.255.255.254/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://①②⑦.⓪.⓪.①/',
  'http://１２７.0.0.1/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://localhost/',
  'http://LOCALHOST:8080/',
  'http://localhost./',
  'http://localhost../',
  'http://a.localhost/',
  'http://localhost.localdomain/',
  'http://ip6-localhost/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::1]:11434/v1',
  // This host, and unspecified addresses.
  'http://0.0.0.0/',
  'http://0/',
  'http://0.1.2.3/',
  'http://[::]/',
  // Private networks.
  'http://10.0.0.1/',
  'http://10.255.255.255/',
  'http://167772161/',
  'http://0xa.0.0.1/',
  'http://012.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://192.168.257/',
  'http://3232235777/',
  'http://[fc00::1]/',
  'http://[fdff:ffff::1]/',
  'http://[fec0::1]/',
  // Link-local, including the metadata services of clouds.
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.170.2/v2/credentials',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://169.254.43518/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://metadata/',
  'http://instance-data/',
  'http://100.100.100.200/latest/meta-data/',
  // Reserved: shared by carriers, benchmarking, documentation, multicast, future use.
  'http://100.64.0.1/',
  'http://100.127.255.255/',
  'http://198.18.0.1/',
  'http://192.0.0.192/',
  'http://192.0.2.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  // IPv4 embedded in IPv6: mapped, compatible, translated, 6to4, Teredo.
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[2001:0:7f00:1::]/',
  // Names of private networks.
  'http://ollama.internal/v1',
  'http://nas.local/v1',
  'http://router.lan/',
  'http://server.corp/',
  'http://box.home.arpa/',
  'http://intranet/',
  'http://kubernetes.default.svc.cluster.local/',
  'http://x.onion/',
  // This server itself, and its previews.
  'https://app.example.com/api/chat',
  'https://APP.example.com./api/chat',
  'https://run.example.com/',
  'https://p3000-abc.run.example.com/',
  // Ports of other services than the web's, other schemes, credentials.
  'http://api.openai.com:22/',
  'http://api.openai.com:25/',
  'http://api.openai.com:6379/',
  'https://api.openai.com:11211/',
  'ftp://api.openai.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:70/',
  'data:application/json,{}',
  'http://user:password@api.openai.com/',
  'http://api.openai.com@127.0.0.1/',
];

const PASSED = [
  'https://api.openai.com/v1/models',
  'http://8.8.8.8/v1',
  'https://[2606:4700::6810:1]/v1',
  'https://api.openai.com.:443/v1',
  'https://llm.example.org:8443/v1',
  'http://11.0.0.1/',
  'http://172.32.0.1/',
  'http://192.169.0.1/',
  'http://100.128.0.1/',
];

let server: ProviderServer | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

function connection(values: Record<string, string> = {}): Connection {
  return { id: 'mine', providerId: 'openai', name: 'Mine', values: new Map(Object.entries(values)), owner: 'user' };
}

/** Returns a user's network on top of one that records requests. */
function recorded(environment: UserNetworkEnvironment = {}, answer: (address: string) => Response = () => new Response('ok')) {
  const asked: string[] = [];
  const OUTBOUND: { fetch: typeof globalThis.fetch } = {
    fetch: async (input) => {
      asked.push(String(input));
      return answer(String(input));
    },
  };
  const plain: typeof globalThis.fetch = () => Promise.reject(new Error('The network without a wall was asked.'));
  return { asked, fetch: userNetwork(connection(), { ...DEPLOYED, OUTBOUND, ...environment }, { plain }) };
}

describe('what a user enters on a deployed server', () => {
  it(`does not lead into its network (${REFUSED.length} addresses)`, async () => {
    const { fetch, asked } = recorded();
    const outcomes = await Promise.all(
      REFUSED.map((address) =>
        fetch(address).then(
          () => `passed: ${address}`,
          (error: Error) => error.name,
        ),
      ),
    );
    expect(outcomes.filter((name) => name !== 'ProviderAddressError')).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('leads to the public internet', async () => {
    const { fetch, asked } = recorded();
    for (const address of PASSED) expect((await fetch(address)).status).toBe(200);
    expect(asked).toEqual(PASSED);
  });

  it('is refused in words that say what to do', async () => {
    const { fetch } = recorded();
    await expect(fetch('http://10.0.0.1:8080/v1')).rejects.toThrow(
      '10.0.0.1:8080 is not asked by this server: it is an address of a private network. Enter an address of the public internet.',
    );
  });

  it.each([
    'http://169.254.169.254/latest',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost/',
    '//127.0.0.1/x',
    'https://api.example.org.evil.example.net/',
  ])('follows no redirect to %s', async (location) => {
    const { fetch, asked } = recorded({}, () => new Response(null, { status: 307, headers: { location } }));
    await expect(providerFetch(fetch)('https://llm.example.org/v1/models')).rejects.toThrow(/redirects to .* which is not followed/);
    expect(asked).toEqual(['https://llm.example.org/v1/models']);
  });

  it('is looked at again where a redirect stays at its origin', async () => {
    const { fetch, asked } = recorded({}, (address) =>
      address.endsWith('/b') ? new Response('ok') : new Response(null, { status: 307, headers: { location: '/b' } }),
    );
    expect(await (await providerFetch(fetch)('https://llm.example.org/a')).text()).toBe('ok');
    expect(asked).toEqual(['https://llm.example.org/a', 'https://llm.example.org/b']);
  });

  it('is asked by nobody where nothing keeps the server’s network apart: only providers’ own addresses are', async () => {
    const asked: string[] = [];
    const plain: typeof globalThis.fetch = async (input) => {
      asked.push(String(input));
      return new Response('ok');
    };
    const own = userNetwork(connection({ apiKey: 'sk-a' }), DEPLOYED, { plain, runtime: 'Node.js/20' });
    expect((await own('https://api.openai.com/v1/models')).status).toBe(200);
    const custom = userNetwork(connection({ baseUrl: 'https://llm.example.org/v1' }), DEPLOYED, { plain, runtime: 'Node.js/20' });
    await expect(custom('https://llm.example.org/v1/models')).rejects.toThrow(/asks no custom endpoints/);
    expect(asked).toEqual(['https://api.openai.com/v1/models']);
  });

  it('may be private where the deployer says so, and on a machine of one’s own', async () => {
    server = await ProviderServer.start((_request, response) => response.end('ok'));
    for (const environment of [{ ...DEPLOYED, ALLOW_PRIVATE_ENDPOINTS: 'on' }, {}]) {
      const fetch = userNetwork(connection(), environment, { plain: globalThis.fetch });
      expect(await (await fetch(server.url)).text()).toBe('ok');
    }
    for (const setting of ['off', 'true ', '1', '']) {
      await expect(recorded({ ALLOW_PRIVATE_ENDPOINTS: setting }).fetch(server.url)).rejects.toThrow(/is not asked/);
    }
  });
});

describe('one request for a user', () => {
  async function limited(answer: (response: ServerResponse) => void, limits: Partial<UserNetworkLimits>) {
    server = await ProviderServer.start((_request, response) => answer(response));
    const own = { ...USER_NETWORK_LIMITS, ...limits };
    return { url: server.url, fetch: userNetwork(connection(), {}, { plain: globalThis.fetch, limits: own }) };
  }

  it('ends when nobody begins to answer', async () => {
    const { url, fetch } = await limited(() => undefined, { beginMs: 30 });
    await expect(fetch(url)).rejects.toMatchObject({ name: 'TimeoutError' });
    await server?.received[0]?.hungUp;
  });

  it('ends when it takes longer than a whole one may', async () => {
    const { url, fetch } = await limited((response) => response.write('a'), { wholeMs: 500 });
    const response = await fetch(url);
    await expect(response.text()).rejects.toThrow();
    await server?.received[0]?.hungUp;
  });

  it('ends when more comes than an answer may be, and takes none too large', async () => {
    const { url, fetch } = await limited((response) => response.end('x'.repeat(2_000)), { answerBytes: 1_000, requestBytes: 10 });
    await expect((await fetch(url)).text()).rejects.toThrow(/more than an answer may be/);
    await expect(fetch(url, { method: 'POST', body: 'x'.repeat(11) })).rejects.toThrow(/too large/);
  });

  it('ends when its user has gone', async () => {
    const { url, fetch } = await limited((response) => response.write('a'), {});
    const leaving = new AbortController();
    const response = await fetch(url, { signal: leaving.signal });
    leaving.abort();
    await expect(response.text()).rejects.toThrow();
    await server?.received[0]?.hungUp;
  });
});
