import { z } from 'zod';
import { type Manifest, parseManifest } from '../manifest.ts';
import { NpmError } from '../npm-error.ts';
import { fitsEngines } from '../platform.ts';
import { compare, satisfies } from '../semver.ts';

const packumentSchema = z.object({
  'dist-tags': z.record(z.string(), z.string()).catch({}),
  versions: z.record(z.string(), z.unknown()).catch({}),
});

/** A package's registry document. Versions are parsed on demand, because some packages have thousands. */
export class Packument {
  readonly tags: ReadonlyMap<string, string>;
  readonly #versions: Map<string, unknown>;
  readonly #manifests = new Map<string, Manifest>();

  constructor(
    readonly name: string,
    /** The document as the registry sent it. */
    readonly raw: unknown,
  ) {
    const parsed = packumentSchema.parse(raw);
    this.tags = new Map(Object.entries(parsed['dist-tags']));
    this.#versions = new Map(Object.entries(parsed.versions));
  }

  get versionNames(): string[] {
    return [...this.#versions.keys()];
  }

  manifest(version: string): Manifest | null {
    const known = this.#manifests.get(version);
    if (known) return known;
    if (!this.#versions.has(version)) return null;
    const raw = this.#versions.get(version);
    const manifest = parseManifest({ ...(typeof raw === 'object' ? raw : {}), name: this.name, version });
    this.#manifests.set(version, manifest);
    return manifest;
  }

  /** Returns the document of one version as the registry sent it. */
  rawManifest(version: string): unknown {
    return this.#versions.get(version);
  }

  /**
   * Returns the version npm would choose: `latest` if it matches, else the highest, preferring versions that are not deprecated and whose
   * `engines` accept us.
   */
  pick(wanted: { type: 'range'; range: string } | { type: 'tag'; tag: string }): Manifest | null {
    if (wanted.type === 'tag') {
      const version = this.tags.get(wanted.tag);
      return version === undefined ? null : this.manifest(version);
    }
    const latest = this.tags.get('latest');
    if (latest !== undefined && satisfies(latest, wanted.range)) {
      const manifest = this.manifest(latest);
      if (manifest && fitsEngines(manifest) && manifest.deprecated === null) return manifest;
    }
    let best: Manifest | null = null;
    let bestRank = -1;
    for (const version of this.#versions.keys()) {
      if (!satisfies(version, wanted.range === '*' ? '>=0.0.0' : wanted.range)) continue;
      const manifest = this.manifest(version);
      if (!manifest) continue;
      const rank = (fitsEngines(manifest) ? 2 : 0) + (manifest.deprecated === null ? 1 : 0);
      if (!best || rank > bestRank || (rank === bestRank && compare(version, best.version) > 0)) {
        best = manifest;
        bestRank = rank;
      }
    }
    return best;
  }
}

/** Returns npm's error for a range that no version in the registry matches. */
export function noMatchingVersion(name: string, wanted: string): NpmError {
  return new NpmError('ETARGET', [
    `notarget No matching version found for ${name}@${wanted}.`,
    "notarget In most cases you or one of your dependencies are requesting a package version that doesn't exist.",
  ]);
}
