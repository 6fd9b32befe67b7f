import { expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../protocol/default-settings.ts';
import { TOOL_REGISTRY } from '../../tools/index.ts';
import { firstRequestTokens } from './first-request-tokens.ts';

const given = { modelId: 'a:1', tools: TOOL_REGISTRY, context: { rules: [], limits: [] }, settings: DEFAULT_APP_SETTINGS };

test('the first request of the agent carries its tools, that of a plan fewer, and that of a chat none', () => {
  const { agent, plan, chat } = firstRequestTokens(given);
  expect(agent).toBeGreaterThan(plan);
  expect(plan).toBeGreaterThan(chat);
  expect(chat).toBeGreaterThan(50);
});

test('tools that are described in text count, too', () => {
  const { agent, chat } = firstRequestTokens({ ...given, settings: { ...DEFAULT_APP_SETTINGS, codecs: { 'a:1': 'json' } } });
  expect(agent).toBeGreaterThan(3 * chat);
});
