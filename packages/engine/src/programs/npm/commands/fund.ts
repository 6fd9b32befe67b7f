import { readManifestAt, scanInstalled } from '../install/scan-installed.ts';
import { PackageJson } from '../package-json.ts';
import { joinPath } from '../project-files.ts';
import type { Command } from './command.ts';

/** Implements `npm fund`: lists packages that ask for funding, by URL. */
export const fundCommand: Command = async (session) => {
  const { files, projectPath, output } = session;
  const byAddress = new Map<string, Set<string>>();
  for (const { location, name, version } of scanInstalled(files, projectPath).values()) {
    const funding = readManifestAt(files, joinPath(projectPath, location))?.funding;
    for (const address of addressesOf(funding)) {
      const packages = byAddress.get(address) ?? new Set();
      byAddress.set(address, packages.add(`${name}@${version}`));
    }
  }
  const { manifest } = PackageJson.read(files, projectPath);
  const entries = [...byAddress].map(([address, packages]) => `├── ${address}\n│   └── ${[...packages].join(', ')}`);
  output.print([manifest.name || (projectPath.split('/').at(-1) ?? ''), ...entries, ''].join('\n'));
  return 0;
};

function addressesOf(funding: unknown): string[] {
  if (typeof funding === 'string') return [funding];
  if (Array.isArray(funding)) return funding.flatMap(addressesOf);
  return typeof funding === 'object' && funding !== null && 'url' in funding && typeof funding.url === 'string' ? [funding.url] : [];
}
