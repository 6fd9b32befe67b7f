import { fileURLToPath } from 'node:url';
import { ensureBuild } from '../../scripts/build.mjs';

/** Runs before all end-to-end tests, which use the built app and never build while it is served. */
export default async function buildOnce(): Promise<void> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  await ensureBuild(root);
}
