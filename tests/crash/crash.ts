/**
 * `npm run crash -- [--runs N] [--seed N]`: kills the browser and crashes pages of the built app at random instants, during responses,
 * tools and questions, and compares a reopened page with what was acknowledged and with what was on the screen a second before. Exits with
 * 1 if something was lost or ran twice.
 */
import { parseArgs } from 'node:util';
import { startAppServer } from '../e2e/support/app-server.ts';
import { runCrashes } from './run-crashes.ts';
import { startTokenProvider } from './token-provider.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } } });
const provider = await startTokenProvider();
const models = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: provider.url, OPENAI_API: 'chat', OPENAI_MODELS: 'crash' };
const server = await startAppServer(models, 18_960);
try {
  const started = performance.now();
  const result = await runCrashes({
    appOrigin: server.appOrigin,
    runs: Number(values.runs),
    seed: Number(values.seed),
    report: (line) => console.log(line),
  });
  console.log(JSON.stringify({ ...result, seconds: Math.round((performance.now() - started) / 1_000) }));
  process.exitCode = result.losses.length === 0 ? 0 : 1;
} finally {
  await server.stop();
  await provider.stop();
}
