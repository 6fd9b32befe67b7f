import type { NodeHost } from '../../node-host.ts';
import type { ReplServer } from './repl-types.ts';

type Done = (error: unknown, server: ReplServer) => void;

interface FileModule {
  readFileSync(path: string, encoding: string): string;
  writeFileSync(path: string, text: string, options: object): void;
}

const DEFAULT_FILE = '.node_repl_history';
const UNWRITABLE = '\nError: Could not open history file.\nREPL session history will not be persisted.\n';

/** Loads earlier lines from a file and appends each new one; an empty path disables this. */
export function setUpHistory(host: NodeHost, server: ReplServer, given: unknown, done: Done): void {
  const options = typeof given === 'object' && given !== null ? given : { filePath: given };
  const { filePath, onHistoryFileLoaded } = options as { filePath?: unknown; onHistoryFileLoaded?: Done };
  const report = onHistoryFileLoaded ?? done;
  const finish = (error: unknown) => host.loop.nextTick(() => report(error, server), []);
  const home = host.context.env.HOME;
  const path =
    filePath === undefined || filePath === null ? (home === undefined ? '' : `${home}/${DEFAULT_FILE}`) : String(filePath).trim();
  if (path === '') {
    finish(null);
    return;
  }
  const files = host.builtin('fs') as object as FileModule;
  let former = '';
  try {
    former = files.readFileSync(path, 'utf8');
  } catch {
    // There is no file yet.
  }
  if (server.historySize > 0)
    server.history.push(
      ...former
        .split(/\r?\n+/)
        .filter((line) => line !== '')
        .slice(0, server.historySize),
    );
  let isKept = true;
  server.on('history', (history: string[]) => {
    if (!isKept) return;
    try {
      files.writeFileSync(path, `${history.join('\n')}\n`, { mode: 0o600 });
    } catch {
      isKept = false;
      server._writeToOutput(UNWRITABLE);
      server._refreshLine();
    }
  });
  finish(null);
}
