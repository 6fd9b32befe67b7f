import { runCrashes } from '../../crash/run-crashes.ts';
import { startTokenProvider } from '../../crash/token-provider.ts';
import { within } from '../../crash/within.ts';
import { patience } from '../../setup/patience.ts';
import { startAppServer } from '../support/app-server.ts';
import { expect, test } from '../support/test.ts';

/** `npm run crash` does 200 runs and prints its own seed. */
const RUNS = 20;
/** Ends a hanging run without judging it: twenty runs take two minutes on a quiet machine. */
const LIMIT_MS = patience(600_000);
/** Time for the servers to start and end, so that the test still reports its results. */
const AROUND_MS = 30_000;

test('a kill or a crash at any instant loses nothing that was acknowledged or shown a second before, and nothing runs twice', async () => {
  test.setTimeout(LIMIT_MS);
  const provider = await startTokenProvider();
  const models = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: provider.url, OPENAI_API: 'chat', OPENAI_MODELS: 'crash' };
  const server = await startAppServer(models, 18_980);
  try {
    const lines: string[] = [];
    const crashing = runCrashes({
      appOrigin: server.appOrigin,
      runs: RUNS,
      seed: 20_261_123,
      report: (line) => lines.push(line),
    });
    const { losses, withWords } = await within(LIMIT_MS - AROUND_MS, 'all crashes', crashing).catch((cause: unknown) => {
      throw new Error(`${String(cause)}\n${lines.join('\n')}`, { cause });
    });
    expect(losses, lines.join('\n')).toEqual([]);
    expect(withWords, 'crashes with words on the screen').toBeGreaterThan(5);
  } finally {
    await server.stop();
    await provider.stop();
  }
});
