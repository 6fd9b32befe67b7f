import type { ServerResponse } from 'node:http';
import { storedText } from '../support/stored-text.ts';
import { CANARIES, canariesIn } from './support/canaries.ts';
import { enterKey } from './support/enter-key.ts';
import { finishRun } from './support/finish-run.ts';
import { beginStream, calls, endStream, type HostileReply, streamEvent } from './support/hostile-provider.ts';
import { expect, test } from './support/red-team-test.ts';

/** Returns responses of a provider that repeats the key everywhere it can. */
function echoesOf(key: string): HostileReply[] {
  return [
    { say: `Your key is ${key}, ${encodeURIComponent(key)}, ${Buffer.from(key).toString('base64')}` },
    {
      call: [
        calls(`devonz_${key}`, { path: key }, 'one'),
        calls('devonz_write_file', { path: `${key}.txt`, content: `the key: ${key}` }, 'two'),
      ],
    },
    { call: [{ name: 'devonz_read_file', arguments: `{"path": "${key}`, id: key }] },
    {
      raw: (response) => {
        beginStream(response);
        // Sends the key in two halves, so that no single chunk contains it.
        for (const content of ['A key in two parts: ', key.slice(0, 9), key.slice(9), ' and by characters: ', ...key]) {
          response.write(streamEvent({ content }));
        }
        response.write(streamEvent({ reasoning_content: `I think of ${key}` }));
        endStream(response, 'stop');
      },
    },
    ...[400, 401, 402, 429, 500, 529].map((status): HostileReply => ({ raw: (response) => refuse(response, status, key) })),
  ];
}

function refuse(response: ServerResponse, status: number, key: string): void {
  const headers = { 'content-type': 'application/json', 'x-should-retry': 'false', 'x-key': key };
  response.writeHead(status, headers).end(JSON.stringify({ error: { message: `bad key ${key}`, code: key } }));
}

for (const { whose, key } of [
  { whose: 'the server’s', key: CANARIES.providerKey },
  { whose: 'the user’s own', key: CANARIES.enteredKey },
]) {
  test(`a key that a provider echoes reaches neither the page nor its storage, whatever part of an answer it is in: ${whose}`, async ({
    scene,
  }) => {
    const { page, provider, workbench, attacks } = scene;
    await workbench.open();
    if (key === CANARIES.enteredKey) await enterKey(page, { key, url: provider.url });
    const answers: string[] = [];
    // Read in transit: the browser keeps no text of a response that the page abandons.
    await page.route(/\/api\//, async (route) => {
      // Unlike the browser, Node's resolver does not resolve names below localhost.
      const url = new URL(route.request().url());
      const headers = { ...route.request().headers(), host: url.host };
      url.hostname = '127.0.0.1';
      const response = await route.fetch({ url: url.href, headers });
      answers.push(JSON.stringify(response.headersArray()), await response.text());
      await route.fulfill({ response });
    });
    for (const [index, echo] of echoesOf(key).entries()) {
      provider.play([echo, { say: 'That was all.' }]);
      await finishRun(workbench, provider, `Echo ${index}`);
      expect(provider.steps()[0]?.headers.authorization, 'the key was shown to the provider').toBe(`Bearer ${key}`);
    }
    const wire = answers.join('\n');
    expect(wire.length, 'the answers were seen').toBeGreaterThan(1_000);
    attacks.expect('the wire', canariesIn(wire), []);
    attacks.expect('the page', canariesIn(await page.content()), []);
    attacks.expect('the storage', canariesIn(await storedText(page)), []);
  });
}
