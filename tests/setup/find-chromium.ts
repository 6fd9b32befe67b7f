import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';

export interface FoundChromium {
  executablePath: string;
  arguments: string[];
  /** Added to the browser's environment. */
  environment: Record<string, string>;
}

/** Only loopback names resolve, and the browser makes no requests of its own: tests access nothing but this machine. */
const ARGUMENTS = [
  '--no-sandbox',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--no-first-run',
];

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];
const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Finds `CHROMIUM_PATH`, then the system's, then Playwright's own, then the one that npm installed with this project. */
export async function findChromium(environment: NodeJS.ProcessEnv = process.env): Promise<FoundChromium> {
  const named = environment.CHROMIUM_PATH;
  if (named) {
    if (await exists(named)) return plain(named);
    throw new Error(`CHROMIUM_PATH is ${named}, where there is nothing.`);
  }
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [
    ...SYSTEM_PATHS,
    ...SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    chromium.executablePath(),
  ];
  // Tests of this search hide the system's browsers.
  const searched = environment.DEVONZ_IGNORE_SYSTEM_CHROMIUM ? [] : candidates;
  for (const candidate of searched) if (await exists(candidate)) return plain(candidate);
  try {
    return await packagedChromium();
  } catch (error) {
    throw new Error(
      'No Chromium found. Install Chromium or Chrome, or name one in CHROMIUM_PATH. ' +
        `The one from the package registry could not be used here: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function plain(executablePath: string): FoundChromium {
  return { executablePath, arguments: ARGUMENTS, environment: {} };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/devonz-chromium', import.meta.url));

/** Unpacks `@sparticuz/chromium`, a browser as an ordinary package, once (about 200 MB, 3 s). */
async function packagedChromium(): Promise<FoundChromium> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('it is for Linux on x64 only');
  if (!(await exists(join(CACHE, 'chromium')))) await unpack();
  const environment: Record<string, string> = {
    // Libraries that a minimal system lacks (nss, nspr, expat).
    LD_LIBRARY_PATH: [join(CACHE, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter),
  };
  if (!(await exists('/etc/fonts'))) environment.FONTCONFIG_PATH = join(CACHE, 'fonts');
  // Not the package's own `args`: some of them disable origin isolation.
  return { executablePath: join(CACHE, 'chromium'), arguments: ARGUMENTS, environment };
}

async function unpack(): Promise<void> {
  const scratch = `${CACHE}-${process.pid}`;
  await mkdir(scratch, { recursive: true });
  // It unpacks into the temporary folder, and its libraries only if it detects a lambda environment, so it runs in a separate process.
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', "import chromium from '@sparticuz/chromium'; await chromium.executablePath();"],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...process.env, TMPDIR: scratch, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    },
  );
  await rm(CACHE, { recursive: true, force: true });
  // The folder is renamed once complete, so that a half-unpacked browser is never found.
  await rename(scratch, CACHE);
}
