import incrementVersion from 'semver/functions/inc.js';
import { NpmError } from '../npm-error.ts';
import { PackageJson } from '../package-json.ts';
import { platform } from '../platform.ts';
import { runScript } from '../run-script.ts';
import { isVersion } from '../semver.ts';
import type { Command } from './command.ts';

const steps = ['major', 'minor', 'patch', 'premajor', 'preminor', 'prepatch', 'prerelease'] as const;

/**
 * Implements `npm version`: prints versions, or sets the project's version between its scripts. No tag is created, because there is no git.
 */
export const versionCommand: Command = async (session) => {
  const { files, projectPath, output, commandLine } = session;
  const packageJson = PackageJson.read(files, projectPath);
  const [wanted] = commandLine.positional;
  if (wanted === undefined) {
    const own = packageJson.manifest.name === '' ? {} : { [packageJson.manifest.name]: packageJson.manifest.version };
    output.print(JSON.stringify({ ...own, npm: platform.npmVersion, node: platform.nodeVersion }, null, 2));
    return 0;
  }
  const before = packageJson.manifest.version || '0.0.0';
  const next = nextVersion(before, wanted, commandLine.value('preid'));
  if (next === before && !commandLine.isSet('allow-same-version')) throw new NpmError('EVERSION', ['Version not changed']);
  const run = (event: string) => runScript(session, { folder: projectPath, manifest: packageJson.manifest, event, args: [] });
  const early = commandLine.isSet('ignore-scripts') ? 0 : await run('preversion');
  if (early !== 0) return early;
  packageJson.document.version = next;
  packageJson.save();
  for (const name of ['package-lock.json', 'npm-shrinkwrap.json']) setLockVersion(PackageJson.read(files, projectPath, name), next);
  output.print(`v${next}`);
  if (commandLine.isSet('ignore-scripts')) return 0;
  const exitCode = await run('version');
  return exitCode === 0 ? run('postversion') : exitCode;
};

function nextVersion(before: string, wanted: string, preid: string | null): string {
  const step = steps.find((name) => name === wanted);
  const next = step === undefined ? null : preid === null ? incrementVersion(before, step) : incrementVersion(before, step, preid);
  if (next !== null) return next;
  if (isVersion(wanted)) return wanted.replace(/^v/, '');
  throw new NpmError('EUSAGE', [`Invalid version: ${wanted}`, `npm version [<newversion> | ${steps.join(' | ')}]`]);
}

function setLockVersion(lock: PackageJson, version: string): void {
  if (!lock.exists) return;
  lock.document.version = version;
  const { packages } = lock.document;
  const root: unknown = typeof packages === 'object' && packages !== null ? Reflect.get(packages, '') : undefined;
  if (typeof root === 'object' && root !== null) Reflect.set(root, 'version', version);
  lock.save();
}
