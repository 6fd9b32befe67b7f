import { z } from 'zod';
import { folderOf, type ProjectFiles } from './project-files.ts';

const names = z.record(z.string(), z.unknown()).catch({});
const manifestSchema = z.object({ dependencies: names.default({}), devDependencies: names.default({}) });

/** Returns the packages named in the package.json files of a folder and its ancestors that are not installed. */
export function missingPackages(files: ProjectFiles, folder: string): { missing: ReadonlySet<string>; isNothingInstalled: boolean } {
  const missing = new Set<string>();
  let declared = 0;
  for (let at = folder; ; at = folderOf(at)) {
    for (const name of packagesOf(files.readFile(at === '' ? 'package.json' : `${at}/package.json`))) {
      declared++;
      if (!isInstalled(files, at, name)) missing.add(name);
    }
    if (at === '') break;
  }
  return { missing, isNothingInstalled: declared > 0 && missing.size === declared };
}

/** Returns the package of `react/jsx-runtime` or `@scope/name/part`, or null if it is not one. */
export function packageOf(specifier: string): string | null {
  return /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*/.exec(specifier)?.[0] ?? null;
}

function packagesOf(manifest: string | null): string[] {
  if (manifest === null) return [];
  try {
    const { dependencies, devDependencies } = manifestSchema.parse(JSON.parse(manifest));
    return Object.keys({ ...dependencies, ...devDependencies });
  } catch {
    // The file is incomplete or damaged, which npm reports when it is used.
    return [];
  }
}

function isInstalled(files: ProjectFiles, folder: string, name: string): boolean {
  for (let at = folder; ; at = folderOf(at)) {
    if (files.folderExists(`${at === '' ? '' : `${at}/`}node_modules/${name}`)) return true;
    if (at === '') return false;
  }
}
