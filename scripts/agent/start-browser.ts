import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../tests/setup/find-chromium.ts';

/** Why there is no browser, and what to do about it. */
export class BrowserError extends Error {
  override readonly name = 'BrowserError';
}

/** The tests' own browser has no network and no sandbox; this one runs a model's programs like a user's browser. */
const OF_TESTS = /^--(?:no-sandbox|host-resolver-rules)/;

export async function startBrowser(hasSandbox: boolean): Promise<Browser> {
  const found = await findChromium().catch((error: unknown) => {
    throw new BrowserError(`${messageOf(error)} \`npx playwright install chromium\` installs one.`);
  });
  try {
    return await chromium.launch({
      executablePath: found.executablePath,
      args: found.arguments.filter((argument) => !OF_TESTS.test(argument)),
      env: { ...process.env, ...found.environment },
      chromiumSandbox: hasSandbox,
      // The program handles signals itself: the run is stopped first.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  } catch (error) {
    const hint = hasSandbox
      ? ' If this is for want of a sandbox (as root, in many containers), --no-browser-sandbox does without: programs that the agent runs are then held by the browser’s processes alone.'
      : '';
    throw new BrowserError(`The browser ${found.executablePath} could not be started: ${firstLines(messageOf(error))}${hint}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns the relevant lines: Playwright repeats the whole command line, while the error is at its beginning or in the browser's own
 * output.
 */
function firstLines(message: string): string {
  const lines = message.split('\n').map((line) => line.trim());
  const own = lines.find((line) => /sandbox|error while loading|cannot open/i.test(line) && !line.includes('--disable'));
  return own ?? lines[0] ?? '';
}
