import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { changed } from './machines/machine.ts';
import { runNatively } from './machines/native-machine.ts';
import type { Stranger } from './stranger.ts';

const GENERATE_MILLISECONDS = 180_000;

/** Creates the project in its own folder below `kept`, once; an existing one is reused. */
export async function makeProject(stranger: Stranger, kept: string): Promise<string> {
  const folder = join(kept, folderName(stranger.name));
  if (existsSync(folder)) return folder;
  const scratch = await mkdtemp(join(tmpdir(), 'stranger-'));
  try {
    const app = join(scratch, 'app');
    if (stranger.generate === undefined) await mkdir(app);
    else await generate(stranger.generate, scratch);
    for (const [path, text] of Object.entries(stranger.files ?? {})) {
      await mkdir(dirname(join(app, path)), { recursive: true });
      await writeFile(join(app, path), text);
    }
    for (const change of stranger.changes ?? []) {
      const path = join(app, change.file);
      await writeFile(path, changed(await readFile(path, 'utf8'), change));
    }
    await rm(join(app, '.git'), { recursive: true, force: true });
    await mkdir(kept, { recursive: true });
    // Created elsewhere and then renamed, so that an existing folder is complete.
    await cp(app, `${folder}.new`, { recursive: true, verbatimSymlinks: true });
    await rename(`${folder}.new`, folder);
    return folder;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function generate(command: string, folder: string): Promise<void> {
  const { exitCode, output } = await runNatively(command, folder, GENERATE_MILLISECONDS);
  if (exitCode !== 0 || !existsSync(join(folder, 'app'))) {
    throw new Error(`The generator failed (${exitCode ?? 'no end in time'}): ${command}\n${output.slice(-2000)}`);
  }
}

export function folderName(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').toLowerCase();
}
