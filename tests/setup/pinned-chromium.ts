import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FoundChromium, findChromium } from './find-chromium.ts';

/** Where it is available; elsewhere, screenshots would be compared with another browser's. */
export const HAS_PINNED_CHROMIUM = process.platform === 'linux' && process.arch === 'x64';

/**
 * Returns the browser of the package registry, whatever the machine has, with its own fonts for those the app does not include: the same
 * screenshot of the same page on every machine.
 */
export async function pinnedChromium(): Promise<FoundChromium> {
  const found = await findChromium({ DEVONZ_IGNORE_SYSTEM_CHROMIUM: '1' });
  const folder = dirname(found.executablePath);
  const configuration = join(folder, 'pinned-fonts', 'fonts.conf');
  await mkdir(dirname(configuration), { recursive: true });
  await writeFile(
    configuration,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts', 'fonts')}</dir>
  <cachedir>${join(folder, 'pinned-fonts', 'cache')}</cachedir>
</fontconfig>
`,
  );
  return {
    ...found,
    arguments: [...found.arguments, '--force-color-profile=srgb', '--font-render-hinting=none', '--disable-lcd-text'],
    environment: { ...found.environment, FONTCONFIG_FILE: configuration },
  };
}
