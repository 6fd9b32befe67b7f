import { readManifestAt } from '../install/scan-installed.ts';
import { PackageJson } from '../package-json.ts';
import { parseSpec } from '../package-spec.ts';
import { joinPath } from '../project-files.ts';
import { substituteFor } from '../substitutions.ts';
import type { Command } from './command.ts';

interface Row {
  name: string;
  current: string;
  wanted: string;
  latest: string;
  location: string;
}

/** Implements `npm outdated`: shows the installed, the allowed and the newest version; exit code 1 when something is outdated. */
export const outdatedCommand: Command = async (session) => {
  const { files, projectPath, client, output, commandLine } = session;
  const packageJson = PackageJson.read(files, projectPath);
  const { manifest } = packageJson;
  const specs = new Map([...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies]);
  const names = commandLine.positional.length > 0 ? commandLine.positional : [...specs.keys()];
  const rows = await Promise.all(
    names.map(async (name): Promise<Row | null> => {
      const spec = parseSpec(specs.get(name) ?? '*');
      if (spec.type !== 'range' && spec.type !== 'tag' && spec.type !== 'alias') return null;
      const asked = spec.type === 'alias' ? spec.name : name;
      const packument = await client.packument(substituteFor(asked) ?? asked);
      const current = readManifestAt(files, joinPath(projectPath, 'node_modules', name))?.version ?? '';
      const wanted = packument.pick(spec.type === 'alias' ? spec.target : spec)?.version ?? '';
      const latest = packument.tags.get('latest') ?? '';
      if (current === wanted && current === latest) return null;
      return { name, current, wanted, latest, location: current === '' ? '-' : `node_modules/${name}` };
    }),
  );
  const outdated = rows.filter((row) => row !== null);
  if (commandLine.isSet('json')) {
    const entries = outdated.map(({ name, current, wanted, latest, location }) => [name, { current, wanted, latest, location }]);
    output.print(JSON.stringify(Object.fromEntries(entries), null, 2));
  } else if (outdated.length > 0) output.print(drawTable(outdated, manifest.name || (projectPath.split('/').at(-1) ?? '')));
  return outdated.length > 0 ? 1 : 0;
};

function drawTable(rows: readonly Row[], project: string): string {
  const cells = [
    ['Package', 'Current', 'Wanted', 'Latest', 'Location', 'Depended by'],
    ...rows.map((row) => [row.name, row.current || 'MISSING', row.wanted, row.latest, row.location, project]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  const isRight = (column: number) => column >= 1 && column <= 3;
  return cells
    .map((row) =>
      row
        .map((cell, column) => (isRight(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
