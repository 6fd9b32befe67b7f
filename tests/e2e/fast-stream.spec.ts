import { timeLimit } from '../setup/time-limit.ts';
import { type AppServer, startAppServer } from './support/app-server.ts';
import { askChat, openChat, partsOf, streamedText } from './support/flood/ask-chat.ts';
import { FloodProvider } from './support/flood/flood-provider.ts';
import { floodText } from './support/flood/flood-text.mjs';
import { watchServer } from './support/flood/watch-server.ts';
import { noteMilliseconds } from './support/note-milliseconds.ts';
import { expect, test } from './support/test.ts';

/** `npm run bench -- fast-stream` measures the full cost of a fast model; this test guards against regressions. */
const KEY = 'not-a-real-key-31';
/** Milliseconds; the bench states the figure for 2 MB. */
const LONGEST_WAIT = timeLimit(100);

let provider: FloodProvider;
let server: AppServer;

test.beforeAll(async () => {
  provider = await FloodProvider.start();
  server = await startAppServer({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: provider.url, OPENAI_API: 'chat' }, 19_100);
});

test.afterAll(async () => {
  await server.stop();
  await provider.stop();
});

for (const kind of ['text', 'tool'] as const) {
  test(`a fast answer in events of one character comes whole, and others are answered meanwhile (${kind})`, async () => {
    const characters = 200_000;
    const watch = watchServer(server.port, null);
    const answer = await askChat(server.port, `openai:flood-${kind}-${characters}-1`, kind === 'tool' ? ['devonz_write_file'] : []);
    const { slowestMs, failed } = await watch.stop();
    const text = floodText(characters);
    const said = streamedText(answer.body, kind === 'text' ? 'text-delta' : 'tool-input-delta');
    // `toBe` would print the whole difference.
    expect(said === (kind === 'text' ? text : JSON.stringify({ path: 'flood.md', content: text }))).toBe(true);
    expect(partsOf(answer.body).filter(({ type }) => type === 'error')).toEqual([]);
    expect(failed).toBe(0);
    noteMilliseconds(`others during 200,000 characters in events of one (${kind})`, slowestMs);
    expect(slowestMs).toBeLessThan(LONGEST_WAIT);
  });
}

test('a model that never ends is hung up on when the browser has gone', async () => {
  const before = provider.notices.length;
  const answer = await openChat(server.port, 'openai:flood-endless-0-4');
  await new Promise((resolve) => answer.once('data', resolve));
  const leftAt = Date.now();
  answer.destroy();
  const closed = await provider.next('closed', before);
  expect(closed.isWhole).toBe(false);
  expect(closed.at - leftAt).toBeLessThan(timeLimit(1_000));
});

test('an answer without end is ended in words, and the server continues', async () => {
  const before = provider.notices.length;
  const answer = await askChat(server.port, 'openai:flood-endless-0-4000');
  expect(partsOf(answer.body).flatMap(({ type, errorText }) => (type === 'error' ? [errorText] : []))).toEqual([
    expect.stringContaining('longer than 32 MB'),
  ]);
  expect((await provider.next('closed', before)).isWhole).toBe(false);
  expect((await askChat(server.port, 'openai:flood-text-5-1')).status).toBe(200);
});
