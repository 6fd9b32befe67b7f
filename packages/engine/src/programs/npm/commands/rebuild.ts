import { readManifestAt, scanInstalled } from '../install/scan-installed.ts';
import { joinPath } from '../project-files.ts';
import { runScript } from '../run-script.ts';
import type { Command } from './command.ts';

/** Implements `npm rebuild [names]`: runs the packages' install scripts, which an install here skips. Native code cannot be built. */
export const rebuildCommand: Command = async (session) => {
  const { files, projectPath, commandLine, output } = session;
  for (const { location, name } of scanInstalled(files, projectPath).values()) {
    if (commandLine.positional.length > 0 && !commandLine.positional.includes(name)) continue;
    const folder = joinPath(projectPath, location);
    const manifest = readManifestAt(files, folder);
    if (!manifest) continue;
    for (const event of ['preinstall', 'install', 'postinstall']) {
      const exitCode = await runScript(session, { folder, manifest, event, args: [] });
      if (exitCode === 0) continue;
      output.error(`code ${exitCode}\npath ${folder}\ncommand failed\ncommand sh -c ${manifest.scripts.get(event) ?? ''}`);
      return exitCode;
    }
  }
  output.print('rebuilt dependencies successfully');
  return 0;
};
