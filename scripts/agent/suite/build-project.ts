import type { Browser } from '@playwright/test';
import type { FileSystemTree, WebContainer } from '@webcontainer/api';
import { z } from 'zod';
import { fromBase64, toBase64 } from '../../../app/lib/protocol/unattended/base64.ts';
import { openClientPage } from '../../../tests/conformance/harness/client-host.ts';

export interface BuiltProject {
  /** `no-script`: the project has no build script. */
  result: 'built' | 'failed' | 'no-script';
  /** The last lines of the failed command; empty if none failed. */
  why: string;
  /** Files that a browser can show, including `index.html`; null if there are none. */
  site: ReadonlyMap<string, Uint8Array> | null;
}

/** Folders in which builds write their pages. */
const OUTPUTS = ['dist', 'build', 'out'] as const;
const SERVED = ['public', 'static', 'www'] as const;
const LONGEST_STEP_MS = 10 * 60_000;
const SHOWN_CHARACTERS = 600;

const manifestSchema = z.object({ scripts: z.object({ build: z.string().optional() }).optional() });

/**
 * Installs and builds a project that a model wrote, in the engine and never on this machine: `npm install` and `npm run build`, on its own
 * page of `clientOrigin` (`startClientServer`).
 */
export async function buildProject(
  files: ReadonlyMap<string, Uint8Array>,
  { browser, clientOrigin }: { browser: Browser; clientOrigin: string },
): Promise<BuiltProject> {
  if (!hasBuildScript(files)) return { result: 'no-script', why: '', site: plainSite(files) };
  const page = await openClientPage(browser, `${clientOrigin}/`);
  try {
    page.setDefaultTimeout(LONGEST_STEP_MS);
    await page.evaluate(
      async ({ carried }) => {
        const { booted } = globalThis as unknown as PageGlobals; // The page is another program: its globals have no types here.
        const tree: FileSystemTree = {};
        for (const { path, content } of carried) {
          const names = path.split('/');
          const name = names.pop() ?? '';
          let folder = tree;
          for (const each of names) {
            const entry = folder[each] ?? { directory: {} };
            folder[each] = entry;
            if ('directory' in entry) folder = entry.directory;
          }
          folder[name] = { file: { contents: Uint8Array.from(atob(content), (character) => character.charCodeAt(0)) } };
        }
        await (await booted()).mount(tree);
      },
      { carried: [...files].map(([path, content]) => ({ path, content: toBase64(content) })) },
    );
    for (const words of [['install'], ['run', 'build']]) {
      const { exitCode, output } = await withinTime(
        page.evaluate((given) => (globalThis as unknown as PageGlobals).runToEnd('npm', given), words), // The page's globals have no types.
        `npm ${words.join(' ')}`,
      );
      if (exitCode !== 0) return { result: 'failed', why: `npm ${words.join(' ')}: ${output.trim().slice(-SHOWN_CHARACTERS)}`, site: null };
    }
    const carried = await page.evaluate(readOutput, [...OUTPUTS]);
    const site = carried === null ? null : new Map(carried.map(({ path, content }) => [path, fromBase64(content)]));
    return { result: 'built', why: '', site };
  } catch (error) {
    return { result: 'failed', why: error instanceof Error ? error.message : String(error), site: null };
  } finally {
    await page.context().close();
  }
}

/** Folders with pages that need no build: the project's root, and those that servers usually serve. */
function plainSite(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> | null {
  if (files.has('index.html')) return files;
  const folder = SERVED.find((name) => files.has(`${name}/index.html`));
  if (folder === undefined) return null;
  const inside = [...files].filter(([path]) => path.startsWith(`${folder}/`));
  return new Map(inside.map(([path, content]) => [path.slice(folder.length + 1), content]));
}

/** The members that client-page.ts adds to the page's global object. */
interface PageGlobals {
  booted(): Promise<WebContainer>;
  runToEnd(command: string, args: string[]): Promise<{ exitCode: number; output: string }>;
}

/** Runs in the page: returns all files of the first of these folders that has an `index.html`. */
async function readOutput(folders: string[]): Promise<{ path: string; content: string }[] | null> {
  const { fs } = await (globalThis as unknown as PageGlobals).booted(); // The page is another program: its globals have no types here.
  const filesIn = async (folder: string): Promise<string[]> => {
    const entries = await fs.readdir(folder, { withFileTypes: true });
    const found = await Promise.all(
      entries.map((entry) => (entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`])),
    );
    return found.flat();
  };
  for (const folder of folders) {
    const paths = await filesIn(folder).catch((): string[] => []);
    if (!paths.includes(`${folder}/index.html`)) continue;
    return Promise.all(
      paths.map(async (path) => {
        const bytes = await fs.readFile(path);
        let text = '';
        for (const byte of bytes) text += String.fromCharCode(byte);
        return { path: path.slice(folder.length + 1), content: btoa(text) };
      }),
    );
  }
  return null;
}

function hasBuildScript(files: ReadonlyMap<string, Uint8Array>): boolean {
  const manifest = files.get('package.json');
  if (manifest === undefined) return false;
  try {
    return manifestSchema.parse(JSON.parse(new TextDecoder().decode(manifest))).scripts?.build !== undefined;
  } catch {
    return false;
  }
}

function withinTime<Value>(work: Promise<Value>, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no end after ${LONGEST_STEP_MS / 60_000} minutes`)), LONGEST_STEP_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
