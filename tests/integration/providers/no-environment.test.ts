import { afterEach, beforeAll, expect, test } from 'vitest';
import { remoteProviders } from '../../../app/lib/models/remote-providers.ts';
import { ProviderServer } from '../../../app/server/testing/provider-server.ts';
import { postStep, readParts, textOf, userMessage } from '../../../app/server/testing/step-client.ts';
import { PROVIDER_ROWS, TEST_KEY } from './provider-rows.ts';

/** Variables that an SDK would read as a key, an address or a region. */
const CREDENTIAL = /KEY|TOKEN|SECRET|_URL|REGION|RESOURCE|^AWS|^AZURE/;

const environmentOfTheProcess = process.env;
let server: ProviderServer | null = null;
afterEach(async () => {
  process.env = environmentOfTheProcess;
  await server?.stop();
  server = null;
});

// Each SDK creates an instance on loading, which reads an unused address.
beforeAll(async () => {
  const values = new Map([
    ['apiKey', TEST_KEY],
    ['region', 'eu-central-1'],
    ['baseUrl', 'http://provider.invalid'],
  ]);
  for (const provider of remoteProviders) await provider.createModel({ modelName: 'any', values, fetch });
});

// The SDK's own, unused instance reads its address when the module is loaded.
beforeAll(() => import('@ai-sdk/openai'));

const cases = PROVIDER_ROWS.flatMap((row) => [{ row, name: `${row.name} with its key`, isKeyless: false }, ...keyless(row)]);

function keyless(row: (typeof PROVIDER_ROWS)[number]) {
  const takesNone = /^(?:anthropic|openai|google|openai-compatible):/.test(row.modelId);
  return takesNone ? [{ row, name: `${row.name} at an address that needs no key`, isKeyless: true }] : [];
}

test.each(cases)('$name looks for nothing in the environment of the process', async ({ row, isKeyless }) => {
  server = await ProviderServer.start((_request, response) => {
    response.writeHead(200, { 'content-type': row.wire.contentType });
    for (const bytes of row.wire.answer({ text: 'Hello.' })) response.write(bytes);
    response.end();
  });
  const given = Object.entries(row.environment(server.url)).filter(([, value]) => !isKeyless || value !== TEST_KEY);
  const looked: string[] = [];
  process.env = new Proxy(environmentOfTheProcess, {
    get(target, name) {
      if (typeof name === 'string' && CREDENTIAL.test(name)) {
        looked.push(name);
        return 'canary-of-the-process';
      }
      return Reflect.get(target, name);
    },
  });
  const response = await postStep({ modelId: row.modelId, environment: Object.fromEntries(given), messages: [userMessage('Hello')] });
  expect(textOf(await readParts(response))).toBe('Hello.');
  process.env = environmentOfTheProcess;
  expect(looked).toEqual([]);
  expect(JSON.stringify(server.received)).not.toContain('canary-of-the-process');
});
