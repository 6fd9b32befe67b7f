import { expect, test } from 'vitest';
import type { CommandRule } from '../protocol/settings.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { sleepingRules } from './sleeping-rules.ts';

const rule = (pattern: string, script?: string): CommandRule => ({
  pattern,
  verdict: 'allow',
  scope: 'always',
  createdAt: 0,
  ...(script === undefined ? {} : { script }),
});

test('a rule sleeps while the script it was made for reads otherwise', async () => {
  const workspace = new MemoryWorkspace({ 'package.json': JSON.stringify({ scripts: { test: 'vitest', lint: 'eslint' } }) });
  const same = rule('npm test', 'pretest: \ntest: vitest\nposttest: ');
  const changed = rule('npm run lint *', 'prelint: \nlint: biome\npostlint: ');
  expect(await sleepingRules([same, changed, rule('ls', 'x'), rule('npm run lint')], workspace)).toEqual([changed]);
});
