import { load } from 'js-yaml';
import { z } from 'zod';
import type { Manifest } from '../manifest.ts';
import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import type { PackageJson } from '../package-json.ts';
import { joinPath } from '../project-files.ts';
import { Catalogs } from './catalogs.ts';
import { readOverride, type SpecOverride } from './spec-overrides.ts';

const texts = z.record(z.string(), z.string()).catch({});
const extensionSchema = z.object({
  dependencies: texts,
  optionalDependencies: texts,
  peerDependencies: texts,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).catch({}),
});
const patchedSchema = z.record(z.string(), z.union([z.string(), z.object({ path: z.string() }).transform(({ path }) => path)])).catch({});
const settingsSchema = z.object({
  catalog: texts,
  catalogs: z.record(z.string(), texts).catch({}),
  overrides: texts,
  packageExtensions: z.record(z.string(), extensionSchema).catch({}),
  patchedDependencies: patchedSchema,
  autoInstallPeers: z.boolean().optional().catch(undefined),
  linkWorkspacePackages: z.union([z.boolean(), z.string()]).optional().catch(undefined),
});
type Settings = z.infer<typeof settingsSchema>;

export interface PackageExtension {
  name: string;
  range: string;
  fields: z.infer<typeof extensionSchema>;
}

/** A project's settings for all dependencies, from the files that its manager reads. */
export interface ProjectSettings {
  catalogs: Catalogs;
  overrides: readonly SpecOverride[];
  /** As written; pnpm's lock files repeat them. */
  writtenOverrides: ReadonlyMap<string, string>;
  extensions: readonly PackageExtension[];
  /** Maps `name@version` or `name` to the patch's path in the project. */
  patches: ReadonlyMap<string, string>;
  hasAutomaticPeers: boolean;
  linksWorkspaces: boolean;
}

function readYaml(session: NpmSession, name: string): unknown {
  const text = session.files.readText(joinPath(session.projectPath, name));
  if (text === null) return {};
  try {
    return load(text) ?? {};
  } catch (error) {
    throw new NpmError('INVALID_WORKSPACE_CONFIGURATION', [
      `${name} is not YAML: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

export function readProjectSettings(session: NpmSession, packageJson: PackageJson): ProjectSettings {
  const { family, version, isBerry } = session.manager;
  const { document } = packageJson;
  const sources: unknown[] = [];
  if (family === 'pnpm') sources.push({ overrides: document.resolutions }, document.pnpm, readYaml(session, 'pnpm-workspace.yaml'));
  if (family === 'yarn') sources.push({ overrides: document.resolutions }, isBerry ? readYaml(session, '.yarnrc.yml') : {});
  if (family === 'bun') sources.push({ overrides: document.resolutions }, document.workspaces, document);
  const settings = sources.map((source) => settingsSchema.parse(asObject(source)));
  const merged = <Key extends keyof Settings>(key: Key): Settings[Key][] => settings.map((each) => each[key]);
  const catalogs = new Catalogs(
    new Map(
      [['default', Object.assign({}, ...merged('catalog'))] as const, ...merged('catalogs').flatMap((each) => Object.entries(each))].map(
        ([name, entries]) => [name, new Map(Object.entries(entries))] as const,
      ),
    ),
  );
  const written = new Map(merged('overrides').flatMap((each) => Object.entries(each)));
  const rootSpec = (name: string) => specOfRoot(packageJson.manifest, name);
  const config = session.commandLine;
  const peers = merged('autoInstallPeers').findLast((value) => value !== undefined);
  const links = merged('linkWorkspacePackages').findLast((value) => value !== undefined);
  const isOldPnpm = family === 'pnpm' && Number.parseInt(version, 10) < 9;
  return {
    catalogs,
    overrides: [...written].map(([key, value]) => readOverride(key, value, family, rootSpec)),
    writtenOverrides: written,
    extensions: merged('packageExtensions').flatMap((each) => Object.entries(each).map(([key, fields]) => extensionOf(key, fields))),
    patches: new Map(merged('patchedDependencies').flatMap((each) => Object.entries(each))),
    hasAutomaticPeers: family === 'bun' || (family === 'pnpm' && (peers ?? !config.isUnset('auto-install-peers'))),
    linksWorkspaces: family !== 'pnpm' || (links === undefined ? isOldPnpm || config.isSet('link-workspace-packages') : links !== false),
  };
}

/** Splits `name@range` into the name and its range. */
function extensionOf(key: string, fields: PackageExtension['fields']): PackageExtension {
  const at = key.indexOf('@', 1);
  return { name: at === -1 ? key : key.slice(0, at), range: at === -1 ? '*' : key.slice(at + 1).replace(/^npm:/, ''), fields };
}

function specOfRoot({ dependencies, devDependencies, optionalDependencies }: Manifest, name: string): string | null {
  return dependencies.get(name) ?? devDependencies.get(name) ?? optionalDependencies.get(name) ?? null;
}
