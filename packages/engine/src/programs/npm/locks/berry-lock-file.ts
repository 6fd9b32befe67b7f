import { load } from 'js-yaml';
import { z } from 'zod';
import type { Manifest } from '../manifest.ts';
import { parseSpec } from '../package-spec.ts';
import type { LockedPackageVersion, LockQuestion, LockReading } from './lock-reading.ts';

const entrySchema = z
  .object({
    version: z.union([z.string(), z.number()]).transform(String),
    resolution: z.string(),
    checksum: z.string().optional(),
    languageName: z.string().optional(),
    linkType: z.string().optional(),
  })
  .loose();
export type BerryEntry = z.infer<typeof entrySchema>;

const dependenciesSchema = z.record(z.string(), z.unknown()).catch({});
const metadataSchema = z.object({ version: z.number(), cacheKey: z.union([z.string(), z.number()]).transform(String).optional() });

/** A yarn.lock of yarn 2 and later: maps descriptors (`name@npm:range`) to a locator (`name@npm:1.0.0`). */
export class BerryLockFile implements LockReading {
  readonly isWhole = false;
  readonly #byDescriptor = new Map<string, BerryEntry>();

  private constructor(
    readonly metadata: { version: number; cacheKey?: string | undefined },
    readonly entries: ReadonlyMap<string, BerryEntry>,
  ) {
    for (const [key, entry] of entries) for (const descriptor of key.split(/,\s*/)) this.#byDescriptor.set(descriptor, entry);
  }

  static parse(text: string): BerryLockFile | null {
    const raw = z.record(z.string(), z.unknown()).safeParse(load(text));
    if (!raw.success) return null;
    const metadata = metadataSchema.safeParse(raw.data.__metadata);
    if (!metadata.success) return null;
    const entries = new Map<string, BerryEntry>();
    for (const [key, value] of Object.entries(raw.data)) {
      const entry = key === '__metadata' ? null : entrySchema.safeParse(value);
      if (entry?.success) entries.set(key, entry.data);
    }
    return new BerryLockFile(metadata.data, entries);
  }

  find({ name, written, spec, isPeer }: LockQuestion): LockedPackageVersion | 'link' | null {
    if (isPeer) return null;
    const descriptors = [spec, written].flatMap((text) => [`${name}@${text}`, `${name}@npm:${text}`]);
    const entry = descriptors.map((descriptor) => this.#byDescriptor.get(descriptor)).find((found) => found !== undefined);
    if (entry === undefined) return null;
    if (entry.linkType === 'soft') return 'link';
    const locator = /^(?<name>(?:@[^/]+\/)?[^@]+)@(?<reference>.*)$/s.exec(entry.resolution)?.groups;
    const reference = locator?.reference ?? '';
    const parsed = parseSpec(spec);
    const isRemote = parsed.type === 'remote';
    return {
      packageName: locator?.name ?? name,
      version: entry.version,
      // Its checksum is of the archive that yarn creates from the registry's.
      integrity: null,
      url: isRemote ? reference.replace(/#.*$/, '') : null,
      manifest: null,
    };
  }

  /** Unused entries do not count as a difference: yarn adds its own (node-gyp, its own patches). */
  differences(importers: ReadonlyMap<string, Manifest>): string[] {
    const problems: string[] = [];
    for (const [path, { dependencies, devDependencies, optionalDependencies }] of importers) {
      const asked = new Set([dependencies, devDependencies, optionalDependencies].flatMap((map) => [...map.keys()]));
      const entry = [...this.entries.values()].find(({ resolution }) => resolution.endsWith(`@workspace:${path || '.'}`));
      const listed = dependenciesSchema.parse(entry?.dependencies);
      for (const name of Object.keys(listed)) if (!asked.has(name)) problems.push(`${path || 'package.json'} no longer asks for ${name}`);
    }
    return problems;
  }

  /** Returns the checksum of a locator. */
  checksumOf(resolution: string): string | null {
    for (const entry of this.entries.values()) if (entry.resolution === resolution) return entry.checksum ?? null;
    return null;
  }
}
