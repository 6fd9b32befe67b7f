import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import { PackageJson } from '../package-json.ts';
import { isPackageName } from '../package-spec.ts';
import { joinPath } from '../project-files.ts';
import { isVersion } from '../semver.ts';
import { ask, isInteractive } from './ask.ts';
import type { Command } from './command.ts';
import { createCommand } from './exec.ts';

/**
 * Implements `npm init`: `npm init x` runs `create-x`; otherwise it asks on a terminal, and with `-y` or without a terminal writes npm's
 * defaults.
 */
export const initCommand: Command = async (session) => {
  if (session.commandLine.positional.length > 0) return createCommand(session);
  const folder = session.context.cwd;
  const packageJson = PackageJson.read(session.files, folder);
  for (const [key, value] of Object.entries(defaultDocument(session, folder))) {
    if (!Object.hasOwn(packageJson.document, key)) packageJson.document[key] = value;
  }
  if (!session.commandLine.isSet('yes') && isInteractive(session)) return initInteractively(session, packageJson);
  packageJson.save();
  session.output.note(`Wrote to ${packageJson.path}:\n\n${JSON.stringify(packageJson.document, null, 2)}\n`);
  return 0;
};

const introduction = `This utility will walk you through creating a package.json file.
It only covers the most common items, and tries to guess sensible defaults.

See \`npm help init\` for definitive documentation on these fields
and exactly what they do.

Use \`npm install <pkg>\` afterwards to install a package and
save it as a dependency in the package.json file.

Press ^C at any time to quit.`;

async function initInteractively(session: NpmSession, packageJson: PackageJson): Promise<number> {
  session.output.note(introduction);
  const { document } = packageJson;
  const shown = (key: string) => (typeof document[key] === 'string' ? document[key] : '');
  for (const { key, label, problem } of questions) {
    const answer = await askUntilRight(session, label, shown(key), problem);
    if (answer !== '') document[key] = answer;
  }
  const test = await askUntilRight(session, 'test command', '');
  if (test !== '') document.scripts = { ...asObject(document.scripts), test };
  const keywords = await askUntilRight(session, 'keywords', '');
  if (keywords !== '') document.keywords = keywords.split(/[\s,]+/).filter(Boolean);
  session.output.note(`About to write to ${packageJson.path}:\n\n${JSON.stringify(document, null, 2)}\n\n`);
  const isOk = await askUntilRight(session, 'Is this OK?', 'yes');
  if (!/^y/i.test(isOk)) {
    session.output.print('Aborted.');
    return 0;
  }
  packageJson.save();
  return 0;
}

const questions: readonly { key: string; label: string; problem?: (answer: string) => string | null }[] = [
  { key: 'name', label: 'package name', problem: (name) => (isPackageName(name) ? null : `Sorry, name "${name}" is not valid.`) },
  { key: 'version', label: 'version', problem: (version) => (isVersion(version) ? null : `Invalid version: "${version}"`) },
  { key: 'description', label: 'description' },
  { key: 'main', label: 'entry point' },
  { key: 'author', label: 'author' },
  { key: 'license', label: 'license' },
  { key: 'type', label: 'type' },
];

async function askUntilRight(
  session: NpmSession,
  label: string,
  fallback: string,
  problem: (answer: string) => string | null = () => null,
): Promise<string> {
  for (;;) {
    const typed = await ask(session, `${label}: ${fallback === '' ? '' : `(${fallback}) `}`);
    if (typed === null) throw new NpmError('ECANCELED', ['canceled']);
    const answer = typed.trim() || fallback;
    const complaint = problem(answer);
    if (complaint === null) return answer;
    session.output.print(complaint);
  }
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function defaultDocument(session: NpmSession, folder: string): Record<string, unknown> {
  const folderName = (folder.split('/').at(-1) ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, '-')
    .replace(/^[-._]+|[-._]+$/g, '');
  const { commandLine, files } = session;
  const scope = commandLine.value('scope');
  const name = isPackageName(folderName) ? folderName : 'project';
  const main = ['index.js', 'server.js', 'app.js'].find((file) => files.exists(joinPath(folder, file))) ?? 'index.js';
  return {
    name: scope === null ? name : `${scope.startsWith('@') ? scope : `@${scope}`}/${name}`,
    version: commandLine.value('init-version') ?? '1.0.0',
    description: '',
    main,
    scripts: { test: 'echo "Error: no test specified" && exit 1' },
    keywords: [],
    author: commandLine.value('init-author-name') ?? '',
    license: commandLine.value('init-license') ?? 'ISC',
    type: commandLine.value('init-type') ?? 'commonjs',
  };
}
