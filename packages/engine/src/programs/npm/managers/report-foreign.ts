import type { InstallResult } from '../install/install-project.ts';
import { readManifestAt } from '../install/scan-installed.ts';
import type { NpmSession } from '../npm-session.ts';
import { PackageJson } from '../package-json.ts';
import { joinPath } from '../project-files.ts';

/** Reports an installation as pnpm, yarn and bun do. */
export function reportForeign(session: NpmSession, result: InstallResult, startedAt: number): void {
  const { manager, output, host } = session;
  const milliseconds = host.now() - startedAt;
  const seconds = (milliseconds / 1000).toFixed(2);
  const count = result.added.length + result.changed.length;
  if (manager.isBerry) {
    output.note(
      `➤ YN0000: · Yarn ${manager.version}\n➤ YN0000: ┌ Link step\n➤ YN0000: │ ${countOf(count)} put in place\n➤ YN0000: └ Completed\n➤ YN0000: · Done in ${seconds}s`,
    );
    return;
  }
  switch (manager.family) {
    case 'pnpm':
      reportPnpm(session, result, milliseconds);
      return;
    case 'yarn':
      output.note(
        `yarn install v${manager.version}\n${count === 0 && result.removed.length === 0 ? 'success Already up-to-date.' : 'success Saved lockfile.'}\nDone in ${seconds}s.`,
      );
      return;
    default: {
      const direct = directNames(session).map((name) => ({
        name,
        node: result.added.find((node) => node.location === `node_modules/${name}`),
      }));
      const lines = direct.flatMap(({ name, node }) => (node ? [`+ ${name}@${node.version}`] : []));
      const end = count === 0 ? `Checked ${countOf(result.nodes.length)} (no changes)` : `${countOf(count)} installed`;
      output.note(
        [`bun install v${manager.version}`, '', ...lines, ...(lines.length > 0 ? [''] : []), `${end} [${milliseconds.toFixed(2)}ms]`].join(
          '\n',
        ),
      );
    }
  }
}

function reportPnpm(session: NpmSession, { added, changed, removed }: InstallResult, milliseconds: number): void {
  const { output, files, projectPath, manager } = session;
  const [more, fewer] = [added.length + changed.length, removed.length];
  if (more + fewer === 0) output.note('Lockfile is up to date, resolution step is skipped\nAlready up to date');
  else {
    output.note(`Packages: ${[...(more > 0 ? [`+${more}`] : []), ...(fewer > 0 ? [`-${fewer}`] : [])].join(' ')}`);
    output.note(`${'+'.repeat(Math.min(more, 60))}${'-'.repeat(Math.min(fewer, 60))}`);
  }
  const fresh = new Set(added.concat(changed).map((node) => node.location));
  const { manifest } = PackageJson.read(files, projectPath);
  for (const kind of ['dependencies', 'optionalDependencies', 'devDependencies'] as const) {
    const names = [...manifest[kind].keys()].filter((name) => fresh.has(`node_modules/${name}`));
    const lines = names.map((name) => `+ ${name} ${readManifestAt(files, joinPath(projectPath, 'node_modules', name))?.version ?? ''}`);
    if (lines.length > 0) output.note(`\n${kind}:\n${lines.join('\n')}`);
  }
  const time = milliseconds < 1000 ? `${Math.round(milliseconds)}ms` : `${(milliseconds / 1000).toFixed(1)}s`;
  output.note(`\nDone in ${time} using pnpm v${manager.version}`);
}

function directNames({ files, projectPath }: NpmSession): string[] {
  const { dependencies, devDependencies, optionalDependencies } = PackageJson.read(files, projectPath).manifest;
  return [dependencies, devDependencies, optionalDependencies].flatMap((map) => [...map.keys()]);
}

function countOf(count: number): string {
  return `${count} package${count === 1 ? '' : 's'}`;
}
