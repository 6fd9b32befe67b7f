import { expect, it } from 'vitest';
import { NODE_VERSION } from '../node/node-version.ts';
import { platform } from './platform.ts';

it('chooses packages for the Node that programs find themselves in, which is 22', () => {
  expect(`v${platform.nodeVersion}`).toBe(NODE_VERSION);
  expect(NODE_VERSION).toMatch(/^v22\.\d+\.\d+$/);
});
