import { expect, test } from 'vitest';
import { createSecretGuard } from './create-secret-guard.ts';

const KEY = 'sk_live_CANARY77qX4zB9';

test.each([
  ['a remark in Latin-1', Buffer.from(`# Schl\u00fcssel\nSECRET=${KEY}\n`, 'latin1')],
  ['UTF-16, the low byte first', Buffer.from(`\uFEFFSECRET=${KEY}\n`, 'utf16le')],
  ['UTF-16, the high byte first', Buffer.from(`\uFEFFSECRET=${KEY}\n`, 'utf16le').swap16()],
])('the values of a file with %s are masked', async (_encoding, content) => {
  const read = async (path: string) => (path === '.env' ? new Uint8Array(content) : null);
  const mask = await createSecretGuard({ paths: () => ['.env'], read, entered: async () => [] }).masker();
  expect(mask(`it is ${KEY}`, [])).toBe('it is [secret: SECRET of .env]');
});
