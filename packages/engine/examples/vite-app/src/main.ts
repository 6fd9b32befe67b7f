import { reloadPreview, WebContainer, type WebContainerProcess } from '@webcontainer/api';
import { PAGE, project } from './project';

// The engine is another host name of this server.
const engine = new URL(location.href);
engine.hostname = 'engine.localhost';
Object.assign(globalThis, { WEBCONTAINER_API_IFRAME_URL: engine.origin });

const [status, editor, preview, log] = ['status', 'editor', 'preview', 'log'].map((id) => document.getElementById(id)) as [
  HTMLOutputElement,
  HTMLTextAreaElement,
  HTMLIFrameElement,
  HTMLPreElement,
];

async function start(): Promise<void> {
  const container = await WebContainer.boot({ workdirName: 'project' });
  await container.mount(project);
  editor.value = PAGE;
  editor.addEventListener('change', async () => {
    await container.fs.writeFile('page.html', editor.value);
    await reloadPreview(preview);
  });
  container.on('server-ready', (_port, url) => {
    status.value = `Edit page.html; what is served at ${url} follows when you leave the field.`;
    preview.src = url;
  });
  status.value = 'Installing…';
  const exitCode = await show(await container.spawn('npm', ['install']));
  if (exitCode !== 0) throw new Error(`npm install ended with ${exitCode}.`);
  await show(await container.spawn('npm', ['start']));
}

async function show(program: WebContainerProcess): Promise<number> {
  void program.output.pipeTo(new WritableStream({ write: (text) => log.append(text) }));
  return program.exit;
}

start().catch((error: Error) => {
  status.value = error.message;
});
