import fc from 'fast-check';
import { satisfies } from '../semver.ts';
import type { FixturePackages } from './fixture-registry.ts';
import type { NpmTestBed } from './npm-test-bed.ts';

interface Installed {
  location: string;
  version: string;
  dependencies: Record<string, string>;
}

/** Returns the packages in node_modules by place, from npm's hidden lock file. */
export function installed(bed: NpmTestBed): Installed[] {
  interface Entry {
    version?: string;
    dependencies?: Record<string, string>;
    /** The target of a link that closes a cycle of packages. */
    resolved?: string;
    link?: boolean;
  }
  const lock: { packages: Record<string, Entry> } = JSON.parse(bed.read('node_modules/.package-lock.json') ?? '{"packages":{}}');
  return Object.entries(lock.packages).map(([location, { version, dependencies = {}, link, resolved = '' }]) =>
    link
      ? { location, version: lock.packages[resolved]?.version ?? '', dependencies: {} }
      : { location, version: version ?? '', dependencies },
  );
}

export function places(bed: NpmTestBed): string[] {
  return installed(bed).map(({ location, version }) => `${location}@${version}`);
}

function resolve(all: readonly Installed[], from: string, name: string): Installed | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const found = all.find(({ location }) => location === `${at === '' ? '' : `${at}/`}node_modules/${name}`);
    if (found !== undefined || at === '') return found;
  }
}

/** Returns descriptions of unmet dependencies. */
export function unserved(all: readonly Installed[], askedByProject: Record<string, string>): string[] {
  return [{ location: '', dependencies: askedByProject }, ...all].flatMap(({ location, dependencies }) =>
    Object.entries(dependencies).flatMap(([name, wanted]) => {
      const found = resolve(all, location, name);
      if (found && satisfies(found.version, wanted)) return [];
      return [`${location} asks for ${name}@${wanted}, and gets ${found?.version}`];
    }),
  );
}

const names = ['a', 'b', 'c', '@s/d', 'e'];
const versions = ['1.0.0', '1.1.0', '2.0.0'];
const range = fc.constantFrom('*', '^1.0.0', '~1.0.0', '1.0.0', '>=1.1.0', '^2.0.0', '1.x || 2.x');
const asked = fc.dictionary(fc.constantFrom(...names), range, { maxKeys: 3 });
const ids = names.flatMap((name) => versions.map((version) => `${name}@${version}`));

/** Generates a project and a registry whose packages depend on each other, including cycles. */
export const packageGraphs = fc.record({
  root: asked.filter((map) => Object.keys(map).length > 0),
  packages: fc
    .tuple(...ids.map((id) => asked.map((dependencies) => [id, { manifest: { dependencies } }] as const)))
    .map((entries): FixturePackages => Object.fromEntries(entries)),
});
