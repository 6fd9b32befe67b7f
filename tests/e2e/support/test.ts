import { LLMock } from '@copilotkit/aimock';
import { test as base, expect } from '@playwright/test';
import { patience } from '../../setup/patience.ts';
import { type AppServer, startAppServer } from './app-server.ts';
import { type Workbench, workbenchOf } from './workbench.ts';

/** Ports are searched from here on, a hundred per worker, so that two workers never compete for one. */
const FIRST_PORT = 18_800;

interface WorkerFixtures {
  /** The model endpoints of `mockedServer`: script them with `on(…)`. Cleared before each test. */
  models: LLMock;
  /** The app with keys for OpenAI and Google, both served by `models`. */
  mockedServer: AppServer;
  /** The app without any key: only the demo model. */
  demoServer: AppServer;
}

interface TestFixtures {
  emptyModels: undefined;
  /** Errors that pages of the app log or throw, which fail the test; a test removes those it expects. */
  appErrors: string[];
  /** The workbench of the app with scripted models, in a page whose console stays clean. */
  workbench: Workbench;
}

/** Replaces Playwright's own `test` in every end-to-end test. Servers start on a worker's first use. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  models: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const mock = new LLMock({ port: 0, chunkSize: 16 });
      await mock.start();
      await use(mock);
      await mock.stop();
    },
    { scope: 'worker' },
  ],
  mockedServer: [
    async ({ models }, use, worker) => {
      const server = await startAppServer(
        {
          OPENAI_API_KEY: 'test-key',
          OPENAI_BASE_URL: `${models.url}/v1`,
          OPENAI_MODELS: 'gpt-test',
          GOOGLE_GENERATIVE_AI_API_KEY: 'test-key',
          GOOGLE_BASE_URL: `${models.url}/v1beta`,
          GOOGLE_MODELS: 'gemini-test',
        },
        FIRST_PORT + worker.parallelIndex * 100,
      );
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: patience(60_000) },
  ],
  demoServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use, worker) => {
      const server = await startAppServer({ DEMO_PACE: 'instant' }, FIRST_PORT + worker.parallelIndex * 100 + 50);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: patience(60_000) },
  ],
  emptyModels: [
    async ({ models }, use) => {
      models.clearFixtures();
      models.clearRequests();
      await use(undefined);
    },
    { auto: true },
  ],
  appErrors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await use(errors);
    expect(errors, 'the console of the app').toEqual([]);
  },
  workbench: async ({ page, mockedServer, appErrors: _ }, use) => {
    await use(workbenchOf(page, mockedServer));
  },
});

export { expect };
