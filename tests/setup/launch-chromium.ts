import { type Browser, chromium } from '@playwright/test';
import { findChromium } from './find-chromium.ts';

/** Launches the tests' Chromium for a program that is not a test. */
export async function launchChromium(): Promise<Browser> {
  const found = await findChromium();
  return chromium.launch({
    executablePath: found.executablePath,
    args: found.arguments,
    env: { ...process.env, ...found.environment } as Record<string, string>, // Playwright drops undefined values.
  });
}
