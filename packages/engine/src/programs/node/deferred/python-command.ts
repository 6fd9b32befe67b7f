import { DRIVER } from './python/driver.ts';
import { type PythonLine, readPythonLine } from './python/python-line.ts';
import type { RunTool, ToolHost } from './tool-host.ts';

/** The used part of pyodide, a Python for JavaScript. */
interface Pyodide {
  FS: {
    mkdirTree(path: string): void;
    mount(type: unknown, options: { root: string }, path: string): void;
    chdir(path: string): void;
    filesystems: { NODEFS: unknown };
  };
  setStdin(options: { read: (into: Uint8Array) => number; isatty: boolean }): void;
  setStdout(options: { write: (bytes: Uint8Array) => number; isatty: boolean }): void;
  setStderr(options: { write: (bytes: Uint8Array) => number; isatty: boolean }): void;
  runPython(code: string): Driver;
  toPy(value: unknown): unknown;
}

type DriverArguments = [kind: string, target: string, argv: unknown, first: string];

interface Driver {
  (...args: DriverArguments): number;
  /** Lets the code that it calls wait for promises (asyncio). */
  callPromising?(...args: DriverArguments): Promise<number>;
}

type LoadPyodide = (options: { env: Record<string, string>; args?: string[] }) => Promise<Pyodide>;

/** Where pyodide is stored if the project has none. */
const FOLDER = '/tmp/.python';

class PythonError extends Error {}

const exists = ({ node }: ToolHost, path: string): boolean => {
  try {
    node.system.sync('stat', path);
    return true;
  } catch {
    return false;
  }
};

async function say({ node }: ToolHost, text: string): Promise<void> {
  await node.system.async('write', 2, new TextEncoder().encode(text), null);
}

/**
 * Finds the project's pyodide, or installs it with npm when Python is first used. The installation is kept, also for use without a network.
 */
async function findPyodide(host: ToolHost): Promise<string> {
  const { system, workingDirectory } = host.node;
  for (let folder = workingDirectory; ; folder = folder.slice(0, folder.lastIndexOf('/'))) {
    const path = `${folder}/node_modules/pyodide/pyodide.mjs`;
    if (exists(host, path)) return path;
    if (folder === '') break;
  }
  const own = `${FOLDER}/node_modules/pyodide/pyodide.mjs`;
  if (exists(host, own)) return own;
  await say(host, 'python3: fetching Python (the npm package pyodide, 13 MB), once\n');
  system.sync('mkdir', FOLDER, true, 0o755);
  system.sync('writeFile', `${FOLDER}/package.json`, new TextEncoder().encode('{"private":true}'), 0o1101, 0o644);
  const args = ['npm', 'install', '--no-audit', '--no-fund', '--silent', 'pyodide'];
  const pid = await system.async('spawn', { file: 'npm', args, env: host.node.context.env, cwd: FOLDER, stdio: [null, 2, 2] });
  const { exitCode } = await system.async('wait', pid);
  if (exitCode !== 0 || !exists(host, own)) throw new PythonError('Python could not be fetched: npm found no package pyodide');
  return own;
}

/** Mounts the engine's folders in Python, except /lib, which has Python's own files. */
function mountFolders({ node }: ToolHost, python: Pyodide): void {
  const folders = new Set(['/home', '/tmp', `/${node.workingDirectory.split('/')[1] ?? 'home'}`]);
  for (const folder of folders) {
    if (folder === '/lib' || folder === '/') continue;
    python.FS.mkdirTree(folder);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, folder);
  }
  python.FS.chdir(node.workingDirectory);
}

function connectStreams({ node }: ToolHost, python: Pyodide): void {
  const { system } = node;
  const isTerminal = (descriptor: number) => system.sync('isTerminal', descriptor);
  const writer = (descriptor: number) => ({
    isatty: isTerminal(descriptor),
    write: (bytes: Uint8Array) => system.sync('write', descriptor, bytes.slice(), null),
  });
  python.setStdout(writer(1));
  python.setStderr(writer(2));
  python.setStdin({
    isatty: isTerminal(0),
    read(into) {
      const bytes = system.sync('read', 0, into.length, null);
      into.set(bytes);
      return bytes.length;
    },
  });
}

async function readInput({ node }: ToolHost): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const chunk = await node.system.async('read', 0, 65_536, null);
    if (chunk.length === 0) return text + decoder.decode();
    text += decoder.decode(chunk, { stream: true });
  }
}

async function runLine(host: ToolHost, line: PythonLine): Promise<number> {
  const { node } = host;
  if (line.kind === 'module' && line.target === 'pip')
    throw new PythonError(
      'there is no pip here: a browser reaches no PyPI; what Python itself brings is there, and modules in files of the project',
    );
  const isPrompt = line.kind === 'input' && line.target === '-' && line.argv[0] === '' && node.system.sync('isTerminal', 0);
  const path = line.kind === 'file' ? node.resolvePath(line.target) : '';
  if (line.kind === 'file' && !exists(host, path)) {
    await say(host, `python3: can't open file '${path}': [Errno 2] No such file or directory\n`);
    return 2;
  }
  const target = line.kind === 'input' && !isPrompt ? await readInput(host) : line.kind === 'file' ? path : line.target;
  const { loadPyodide } = (await node.importModule(await findPyodide(host))) as { loadPyodide: LoadPyodide };
  const python = await node.loop.hold(loadPyodide({ env: { ...node.context.env, HOME: node.context.env.HOME ?? '/home' } }));
  mountFolders(host, python);
  connectStreams(host, python);
  const first = line.kind === 'file' ? path.slice(0, path.lastIndexOf('/')) : line.kind === 'module' ? node.workingDirectory : '';
  const driver = python.runPython(DRIVER);
  const given: DriverArguments = [isPrompt ? 'interactive' : line.kind, target, python.toPy(line.argv), first];
  // Older browsers cannot suspend WebAssembly while a promise is pending.
  const mayWait = 'Suspending' in WebAssembly && driver.callPromising !== undefined;
  return mayWait ? node.loop.hold(driver.callPromising?.(...given) ?? Promise.resolve(1)) : driver(...given);
}

/** Runs `python3`: pyodide over the engine's files. */
export const run: RunTool = async (host) => {
  const line = readPythonLine(host.args);
  const release = host.node.loop.ref();
  try {
    if (typeof line === 'string') throw new PythonError(line);
    if (line.kind === 'version')
      return await runLine(host, { ...line, kind: 'code', target: 'import sys; print("Python", sys.version.split()[0])' });
    if (line.kind === 'help') {
      await say(host, 'usage: python3 [-c code | -m module | file | -] [arguments]\n');
      return 0;
    }
    return await runLine(host, line);
  } catch (error) {
    if (!(error instanceof PythonError)) throw error;
    await say(host, `python3: ${error.message}\n`);
    return 1;
  } finally {
    release();
  }
};
