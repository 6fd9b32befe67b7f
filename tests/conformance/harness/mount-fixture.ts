import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from './use-client.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/**
 * Writes a text-only folder of tests/fixtures into the working directory of the client's container. `renamed` maps old paths to new ones.
 */
export async function mountFixture(client: Client, name: string, renamed: Record<string, string> = {}): Promise<void> {
  const folder = join(FIXTURES, name);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name);
        const path = file.slice(folder.length + 1);
        return [renamed[path] ?? path, await readFile(file, 'utf8')] as const;
      }),
  );
  await client.inPage(async (files) => {
    const container = await booted();
    for (const [path, content] of files) {
      const slash = path.lastIndexOf('/');
      if (slash > 0) await container.fs.mkdir(path.slice(0, slash), { recursive: true });
      await container.fs.writeFile(path, content);
    }
  }, files);
}
