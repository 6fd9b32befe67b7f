import { WebContainer } from '@webcontainer/api';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { project } from './project.js';

const status = document.getElementById('status');
const terminal = new Terminal({ convertEol: true });
const fit = new FitAddon();
terminal.loadAddon(fit);
terminal.open(document.getElementById('terminal'));
fit.fit();

try {
  const container = await WebContainer.boot({ workdirName: 'project' });
  await container.mount(project);
  container.on('server-ready', (port, url) => {
    status.textContent = `Port ${port} is served at ${url}`;
    document.getElementById('preview').src = url;
  });

  status.textContent = 'Installing…';
  const exitCode = await show(await container.spawn('npm', ['install']));
  if (exitCode !== 0) throw new Error(`npm install ended with ${exitCode}.`);

  void show(await container.spawn('npm', ['start']));
  await startShell(container);
} catch (error) {
  status.textContent = error.message;
}

/** Shows a program's output and returns its exit code. */
async function show(program) {
  void program.output.pipeTo(new WritableStream({ write: (text) => terminal.write(text) }));
  return program.exit;
}

/** A shell that the user types into. */
async function startShell(container) {
  const { cols, rows } = terminal;
  const shell = await container.spawn('jsh', { terminal: { cols, rows } });
  void shell.output.pipeTo(new WritableStream({ write: (text) => terminal.write(text) }));
  const input = shell.input.getWriter();
  terminal.onData((text) => input.write(text));
  addEventListener('resize', () => {
    fit.fit();
    shell.resize({ cols: terminal.cols, rows: terminal.rows });
  });
}
