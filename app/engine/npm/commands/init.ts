import type { NpmSession } from '../npm-session.ts';
import { PackageJson } from '../package-json.ts';
import { isPackageName } from '../package-spec.ts';
import { joinPath } from '../project-files.ts';
import type { Command } from './command.ts';
import { createCommand } from './exec.ts';

/** `npm init [-y]` writes a package.json with npm's defaults; `npm init x` runs `create-x`. Questions are not asked: all can be edited after. */
export const initCommand: Command = async (session) => {
  if (session.commandLine.positional.length > 0) return createCommand(session);
  const folder = session.context.cwd;
  const packageJson = PackageJson.read(session.files, folder);
  const defaults = defaultDocument(session, folder);
  for (const [key, value] of Object.entries(defaults)) {
    if (!Object.hasOwn(packageJson.document, key)) packageJson.document[key] = value;
  }
  packageJson.save();
  session.output.note(`Wrote to ${packageJson.path}:\n\n${JSON.stringify(packageJson.document, null, 2)}\n`);
  return 0;
};

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
    type: 'commonjs',
  };
}
