import type { BuiltinExports } from '../../node-host.ts';
import type { ReplSession } from './repl-session.ts';
import type { ReplServer } from './repl-types.ts';

interface FileModule {
  writeFileSync(path: string, text: string): void;
  statSync(path: string): { isFile(): boolean };
  readFileSync(path: string, encoding: string): string;
}

const NO_FILE = 'The "file" argument must be specified\n';

function save(server: ReplServer, fs: FileModule, file: string): void {
  let said = `Session saved to: ${file}\n`;
  try {
    if (file === '') said = NO_FILE;
    else fs.writeFileSync(file, server.lines.join('\n'));
  } catch {
    said = `Failed to save: ${file}\n`;
  }
  server.output?.write(said);
  server.displayPrompt();
}

function load(server: ReplServer, session: ReplSession, fs: FileModule, file: string): void {
  try {
    if (file === '') server.output?.write(NO_FILE);
    else if (fs.statSync(file).isFile()) session.typeIn(fs.readFileSync(file, 'utf8'));
    else server.output?.write(`Failed to load: ${file} is not a valid file\n`);
  } catch {
    server.output?.write(`Failed to load: ${file}\n`);
  }
  server.displayPrompt();
}

/** Defines `.help` and the other commands. */
export function defineCommands(server: ReplServer, session: ReplSession, fs: BuiltinExports): void {
  const files = fs as object as FileModule;
  server.defineCommand('break', {
    help: 'Sometimes you get stuck, this gets you out',
    action() {
      server.clearBufferedCommand();
      server.displayPrompt();
    },
  });
  server.defineCommand('clear', {
    help: server.useGlobal ? 'Alias for .break' : 'Break, and also clear the local context',
    action() {
      server.clearBufferedCommand();
      if (!server.useGlobal) {
        server.output?.write('Clearing context...\n');
        server.resetContext();
      }
      server.displayPrompt();
    },
  });
  server.defineCommand('exit', { help: 'Exit the REPL', action: () => server.close() });
  server.defineCommand('help', {
    help: 'Print this help message',
    action() {
      const names = Object.keys(server.commands).sort();
      const width = Math.max(...names.map((name) => name.length)) + 3;
      for (const name of names) {
        const { help } = server.commands[name] ?? {};
        server.output?.write(`.${name}${help ? ' '.repeat(width - name.length) + help : ''}\n`);
      }
      server.output?.write('\nPress Ctrl+C to abort current expression, Ctrl+D to exit the REPL\n');
      server.displayPrompt();
    },
  });
  server.defineCommand('save', {
    help: 'Save all evaluated commands in this REPL session to a file',
    action: (file) => save(server, files, file),
  });
  server.defineCommand('load', {
    help: 'Load JS from a file into the REPL session',
    action: (file) => load(server, session, files, file),
  });
  if (!server.terminal) return;
  server.defineCommand('editor', {
    help: 'Enter editor mode',
    action() {
      session.enterEditor();
      server.output?.write('// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\n');
    },
  });
}
