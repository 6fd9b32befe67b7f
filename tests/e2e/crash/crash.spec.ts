import { runCrashes } from '../../crash/run-crashes.ts';
import { startTokenProvider } from '../../crash/token-provider.ts';
import { startAppServer } from '../support/app-server.ts';
import { expect, test } from '../support/test.ts';

/** `npm run crash` does 200, and names its own seed. */
const RUNS = 20;

test('a kill or a crash at any instant loses nothing that was acknowledged or shown a second before, and nothing runs twice', async () => {
  test.setTimeout(240_000);
  const provider = await startTokenProvider();
  const models = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: provider.url, OPENAI_API: 'chat', OPENAI_MODELS: 'crash' };
  const server = await startAppServer(models, 18_980);
  try {
    const lines: string[] = [];
    const { losses, withWords } = await runCrashes({
      appOrigin: server.appOrigin,
      runs: RUNS,
      seed: 20_261_123,
      report: (line) => lines.push(line),
    });
    expect(losses, lines.join('\n')).toEqual([]);
    expect(withWords, 'crashes with words on the screen').toBeGreaterThan(5);
  } finally {
    await server.stop();
    await provider.stop();
  }
});
