import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionSecret } from '../../../scripts/serve/session-secret.mjs';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'secret-'));
});
afterEach(() => rm(root, { recursive: true }));

describe('the secret of a local server', () => {
  it('is made once, in a file that nobody else of the machine reads', async () => {
    const [one, two] = [await sessionSecret(root, undefined), await sessionSecret(root, undefined)];
    expect(one).toBe(two);
    expect(Buffer.from(one, 'base64')).toHaveLength(32);
    const file = join(root, '.session-secret.local');
    expect((await readFile(file, 'utf8')).trim()).toBe(one);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is the operator’s where there is one, and nothing is written', async () => {
    expect(await sessionSecret(root, 'given')).toBe('given');
    await expect(stat(join(root, '.session-secret.local'))).rejects.toThrow('ENOENT');
  });

  it('closes a file that others could read', async () => {
    const file = join(root, '.session-secret.local');
    await writeFile(file, 'kept\n', { mode: 0o644 });
    expect(await sessionSecret(root, undefined)).toBe('kept');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});
