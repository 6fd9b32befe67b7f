import { expect, test } from 'vitest';
import { runtimeCapabilities } from '../../../app/lib/agent/prompts/runtime-capabilities.ts';
import { readOutboundAddress } from '../../../app/lib/outbound/outbound-address.ts';
import { nativePackages } from '../../../packages/engine/src/programs/native/native-packages.ts';
import { NODE_VERSION } from '../../../packages/engine/src/programs/node/node-version.ts';
import { missingHint } from '../../../packages/engine/src/programs/shell/language/missing-hints.ts';

test('what the model learns of the engine is what the engine is', () => {
  const told = runtimeCapabilities('engine').join('\n');
  expect(told).toContain(`node is ${NODE_VERSION}.`);
  for (const missing of ['git', 'docker', 'ssh', 'sudo']) {
    expect(told.toLowerCase()).toContain(missing);
    expect(missingHint(missing)).not.toBeNull();
  }
  for (const there of ['sqlite3', 'openssl', 'python3']) {
    expect(told).toContain(there);
    expect(missingHint(there)).toBeNull();
  }
  const working = /Of native npm packages (.*?) work/.exec(told)?.[1]?.split(/, | and /) ?? [];
  expect(working.map((name) => nativePackages.get(name)?.kind)).toEqual(['addon', 'addon', 'addon', 'addon', 'completed']);
});

test('of the other host nothing is said that only the engine can do', () => {
  const told = runtimeCapabilities('stackblitz').join('\n');
  expect(told).toContain('jsh');
  expect(told).not.toContain('bash with');
});

test('what the model learns of the network is what becomes of a request', () => {
  const engine = runtimeCapabilities('engine').join('\n');
  expect(engine).toContain('the user is asked once');
  expect(engine).toContain('never private networks');
  expect(readOutboundAddress('http://192.168.1.1/', [])).toMatchObject({ ok: false });
  for (const host of ['engine-alone', 'stackblitz'] as const) expect(runtimeCapabilities(host).join('\n')).not.toContain('asked');
});
