// npm run engine -- <folder> '<command>'
// Runs one shell command on the engine, in a headless browser, on a copy of that folder; exits with the command's exit code.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formatProcessGrant, PROCESS_GRANT_VARIABLE, strictestGrant } from 'devonz-engine-protocol/process-grant';
import { packMessage } from '../packages/engine-protocol/src/message-pack.ts';
import { startClientHost } from '../tests/conformance/harness/client-host.ts';
import { readFolder } from './read-folder.ts';
import { serverVariables } from './serve/server-variables.mjs';

const USAGE = `Usage: npm run engine -- [options] <folder> '<command>'
  --timeout <seconds>   end it after that long with exit code 124 (300)
  --terminal            on a terminal of 80 x 24
  --strict              with what an agent's command may touch that nobody has approved (docs/decisions/0019)
  --verbose             also show what the engine's page and workers log`;

const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      timeout: { type: 'string', default: '300' },
      terminal: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  const [folder, command] = positionals;
  if (folder === undefined || command === undefined) {
    console.error(USAGE);
    return 2;
  }
  const registry = (await serverVariables(ROOT)).NPM_REGISTRY_URL;
  const payload = packMessage(await readFolder(resolve(folder)));
  const host = await startClientHost({ host: 'engine', payload, ...(registry === undefined ? {} : { registry }) });
  try {
    const page = await host.openPage();
    page.on('pageerror', (error) => console.error(`[page] ${error.message}`));
    page.on('console', (message) => {
      if (values.verbose || message.type() === 'error') console.error(`[page] ${message.text()}`);
    });
    await page.exposeFunction('showOutput', (text: string) => void process.stdout.write(text));
    const request = {
      command,
      terminal: values.terminal ? { cols: 80, rows: 24 } : undefined,
      env: values.strict ? { [PROCESS_GRANT_VARIABLE]: formatProcessGrant(strictestGrant('/home/project')) } : {},
    };
    return await Promise.race([
      page.evaluate(async ({ command, terminal, env }) => {
        const { WebContainer, showOutput } = globalThis as unknown as PageGlobals; // The page is another program: its globals have no types here.
        const container = await WebContainer.boot({ workdirName: 'project', coep: 'require-corp', forwardPreviewErrors: true });
        container.on('error', ({ message }) => console.error(message));
        await container.mount(await (await fetch('/payload')).arrayBuffer());
        const child = await container.spawn('jsh', ['-c', command], { env, ...(terminal === undefined ? {} : { terminal }) });
        const shown = child.output.pipeTo(new WritableStream({ write: (text) => showOutput(text) }));
        const exitCode = await child.exit;
        await shown;
        return exitCode;
      }, request),
      timeOut(Number(values.timeout) * 1000),
    ]);
  } finally {
    await host.close();
  }
}

/** The globals set by client-page.ts and this script. */
interface PageGlobals {
  WebContainer: typeof import('@webcontainer/api').WebContainer;
  showOutput(text: string): Promise<void>;
}

function timeOut(milliseconds: number): Promise<number> {
  return new Promise((resolveTimeout) => {
    setTimeout(() => {
      console.error(`engine: no end after ${milliseconds / 1000} s`);
      resolveTimeout(124);
    }, milliseconds).unref();
  });
}

process.exitCode = await main();
