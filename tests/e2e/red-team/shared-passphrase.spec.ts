import { startAppServer } from '../support/app-server.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expect, test } from './support/red-team-test.ts';

const PASSPHRASE = 'twelve horses on the roof';

test('who guesses the passphrase of a shared server keeps nobody else out of it', async ({ attacks }) => {
  const server = await startAppServer(
    { ACCESS: 'passphrase', ACCESS_PASSPHRASE: PASSPHRASE, ACCESS_CLIENT_ADDRESS_HEADER: 'x-forwarded-for' },
    18_760,
  );
  try {
    /** As forwarded by the server's reverse proxy: the client's own value stays before the one the proxy adds. */
    const give = async (address: string, passphrase: string, more: readonly string[] = []) => {
      const body = JSON.stringify({ passphrase });
      const head = [
        'POST /api/access HTTP/1.1',
        `Host: ide.localhost:${server.port}`,
        `Origin: ${server.appOrigin}`,
        'Content-Type: application/json',
        `X-Forwarded-For: 198.51.100.200, ${address}`,
        `Content-Length: ${body.length}`,
        'Connection: close',
        ...more,
      ];
      const answer = await rawRequest(server.port, `${head.join('\r\n')}\r\n\r\n${body}`);
      return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
    };
    const guesses: number[] = [];
    for (let count = 0; count < 8; count += 1) guesses.push(await give('203.0.113.1', `guess ${count}`));
    attacks.expect('eight guesses at one address', guesses, [403, 403, 403, 403, 403, 429, 429, 429]);
    attacks.expect('the right one there, in the meantime', await give('203.0.113.1', PASSPHRASE), 429);
    attacks.expect(
      'the guesser as another, by a header that nobody has named',
      await give('203.0.113.1', 'guess', ['CF-Connecting-IP: 203.0.113.77']),
      429,
    );
    attacks.expect('the right one at another address', await give('203.0.113.2', PASSPHRASE), 204);
    expect(guesses).toHaveLength(8);
  } finally {
    await server.stop();
  }
});
