// npm run replay -- FILE [--json]
// Reruns an exported session without a model, in the built app and the engine, and reports every difference. Exits with 0 if there is none,
// with 1 if there are some, with 2 if it could not run.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REPORT_ID, type ReplayReport, replayReportSchema } from '../../app/lib/replay/replay-report.ts';
import { ensureBuild } from '../build.mjs';
import { findPort } from '../serve/find-port.mjs';
import { serveBuild } from '../serve/serve-build.mjs';
import { serverVariables } from '../serve/server-variables.mjs';
import { startBrowser } from './start-browser.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FIRST_PORT = 8788;
const LONGEST_REPLAY_MS = 60 * 60 * 1000;
/** `npm run` changes to the package's folder and stores the folder it was called from. */
const CALLED_FROM = process.env.INIT_CWD ?? process.cwd();
const USAGE =
  'npm run replay -- FILE [--json]: runs an exported session (Settings → Data) again without a model and reports every difference.';

interface ReplayOptions {
  file: string;
  isJson: boolean;
  hasBrowserSandbox: boolean;
}

function readOptions(given: readonly string[]): ReplayOptions | null {
  const files = given.filter((argument) => !argument.startsWith('--'));
  const known = new Set(['--json', '--no-browser-sandbox']);
  const [file] = files;
  if (file === undefined || files.length > 1 || given.some((argument) => argument.startsWith('--') && !known.has(argument))) return null;
  return {
    file: resolve(CALLED_FROM, file),
    isJson: given.includes('--json'),
    hasBrowserSandbox: !given.includes('--no-browser-sandbox'),
  };
}

function say(line: string): void {
  process.stderr.write(`replay: ${line}\n`);
}

async function replay({ file, hasBrowserSandbox }: ReplayOptions): Promise<ReplayReport> {
  const content = await readFile(file);
  await ensureBuild(ROOT, say);
  const port = await findPort(FIRST_PORT);
  const server = await serveBuild({ root: ROOT, port, variables: await serverVariables(ROOT) });
  try {
    await server.ready;
    const browser = await startBrowser(hasBrowserSandbox);
    try {
      const page = await browser.newPage();
      await page.goto(`http://ide.localhost:${port}/replay`);
      const status = page.getByRole('status', { name: 'Replay' });
      await page.getByLabel('Session file').setInputFiles({ name: 'session.devonz.zip', mimeType: 'application/zip', buffer: content });
      const ready = page.getByRole('button', { name: 'Run it again' });
      await ready.or(status.locator('p')).first().waitFor();
      if (!(await ready.isVisible())) throw new Error(await status.innerText());
      await ready.click();
      const report = page.locator(`#${REPORT_ID}`);
      await report.or(status.locator('.c-red')).first().waitFor({ state: 'attached', timeout: LONGEST_REPLAY_MS });
      const text = await report.textContent({ timeout: 1_000 }).catch(() => null);
      if (text === null) throw new Error(await status.innerText());
      return replayReportSchema.parse(JSON.parse(text));
    } finally {
      await browser.close();
    }
  } finally {
    server.stop();
    await server.exited;
  }
}

function inWords({ title, messages, steps, calls, files, differences }: ReplayReport): string {
  const lines = differences.map(({ kind, subject, was, is }) => `  ${kind}  ${subject}\n    recorded: ${was}\n    now:      ${is}`);
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`;
  return [`“${title}”: ${messages} messages, ${steps} steps, ${calls} calls, ${files} files; ${count}`, ...lines].join('\n');
}

const options = readOptions(process.argv.slice(2));
if (options === null) {
  say(USAGE);
  process.exitCode = 2;
} else {
  try {
    const report = await replay(options);
    process.stdout.write(`${options.isJson ? JSON.stringify(report) : inWords(report)}\n`);
    process.exitCode = report.differences.length === 0 ? 0 : 1;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}
