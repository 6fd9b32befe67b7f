import { NpmError } from '../npm-error.ts';
import { parseSpec, splitNameAndSpec } from '../package-spec.ts';
import { noMatchingVersion } from '../registry/packument.ts';
import type { Command } from './command.ts';
import { readProperty } from './property-path.ts';

/** Implements `npm view name[@version] [field…] [--json]`. */
export const viewCommand: Command = async (session) => {
  const [request, ...fields] = session.commandLine.positional;
  if (request === undefined) throw new NpmError('EUSAGE', ['npm view <package>[@<version>] [<field>...]']);
  const { name, spec } = splitNameAndSpec(request);
  const packument = await session.client.fullPackument(name);
  const parsed = spec === '' ? ({ type: 'tag', tag: 'latest' } as const) : parseSpec(spec);
  const manifest = parsed.type === 'range' || parsed.type === 'tag' ? packument.pick(parsed) : null;
  if (!manifest) throw noMatchingVersion(name, spec);
  // The version's own fields, over those of the whole package (`versions`, `dist-tags`, `time`).
  const document: Record<string, unknown> = {
    ...asObject(packument.raw),
    versions: packument.versionNames,
    ...asObject(packument.rawManifest(manifest.version)),
  };
  const isJson = session.commandLine.isSet('json');
  if (fields.length === 0) {
    session.output.print(isJson ? JSON.stringify(document, null, 2) : summary(document, packument.versionNames.length, packument.tags));
    return 0;
  }
  const values = fields.map((field) => [field, readProperty(document, field)] as const).filter(([, value]) => value !== undefined);
  for (const [field, value] of values) {
    const text = isJson || typeof value !== 'string' ? JSON.stringify(value, null, 2) : value;
    session.output.print(values.length > 1 ? `${field} = ${typeof value === 'string' ? `'${value}'` : text}` : text);
  }
  return 0;
};

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function summary(document: Record<string, unknown>, versionCount: number, tags: ReadonlyMap<string, string>): string {
  const text = (key: string) => (typeof document[key] === 'string' ? document[key] : '');
  const dependencies = Object.entries(asObject(document.dependencies));
  const lines = [
    '',
    `${text('name')}@${text('version')} | ${text('license') || 'Proprietary'} | deps: ${dependencies.length || 'none'} | versions: ${versionCount}`,
    text('description'),
    text('homepage'),
  ].filter((line, index) => index === 0 || line !== '');
  if (text('deprecated') !== '') lines.push('', `DEPRECATED!! - ${text('deprecated')}`);
  if (dependencies.length > 0)
    lines.push(
      '',
      'dependencies:',
      dependencies
        .slice(0, 24)
        .map(([name, spec]) => `${name}: ${String(spec)}`)
        .join(', '),
    );
  lines.push('', 'dist-tags:', ...[...tags].slice(0, 8).map(([tag, version]) => `${tag}: ${version}`), '');
  return lines.join('\n');
}
