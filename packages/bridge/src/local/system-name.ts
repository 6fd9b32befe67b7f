import { readFile } from 'node:fs/promises';
import { release, type, version } from 'node:os';

/** Returns the operating system's readable name: `Debian GNU/Linux 12 (bookworm)`. */
export async function systemName(platform: NodeJS.Platform): Promise<string> {
  if (platform === 'linux') {
    const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
    return /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(text)?.[1] ?? `Linux ${release()}`;
  }
  if (platform === 'win32') return version();
  return platform === 'darwin' ? `macOS (Darwin ${release()})` : `${type()} ${release()}`;
}
