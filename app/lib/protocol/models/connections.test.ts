import { expect, test } from 'vitest';
import { connectionIdSchema } from './connections.ts';

test('an id of the server’s connections is none of the models that the browser asks itself', () => {
  expect(connectionIdSchema.safeParse('my-lab').success).toBe(true);
  expect(connectionIdSchema.safeParse('local-ollama').error?.issues[0]?.message).toContain('begins with “local-”');
});
