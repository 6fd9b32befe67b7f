import { spawnSync } from 'node:child_process';

/**
 * Returns the variable that seeds property tests. In CI it is derived from the tree: a tree that has passed passes again, and each change
 * tries other values. Elsewhere, and without a repository, each run tries other values.
 *
 * @returns {Record<string, string>}
 */
export function propertySeed() {
  if (process.env.CI === undefined || process.env.PROPERTY_SEED !== undefined) return {};
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { encoding: 'utf8' });
  return status === 0 ? { PROPERTY_SEED: String(Number.parseInt(stdout.slice(0, 7), 16)) } : {};
}
