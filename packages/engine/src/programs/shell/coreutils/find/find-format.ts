import { formatEscapes } from '../../text/escapes.ts';
import { formatTime } from '../../text/format-time.ts';
import { modeText } from '../../text/mode-text.ts';
import { baseName, directoryName } from '../../text/resolve-path.ts';
import type { FindEntry } from './find-entry.ts';

const kindLetters = new Map([
  ['file', 'f'],
  ['directory', 'd'],
  ['symlink', 'l'],
  ['pipe', 'p'],
  ['socket', 's'],
  ['terminal', 'c'],
]);

/** Formats an entry for `-printf`. */
export function findFormat(format: string, { path, depth, status }: FindEntry): string {
  return format.replace(/%(T.|.)|(\\(?:[0-7]{1,3}|.))/gs, (whole, directive: string | undefined, escaped: string | undefined) => {
    if (escaped !== undefined) return new TextDecoder().decode(formatEscapes(escaped));
    switch (directive) {
      case 'p':
        return path;
      case 'f':
        return baseName(path);
      case 'h':
        return directoryName(path);
      case 'P':
        return depth === 0 ? '' : path.split('/').slice(-depth).join('/');
      case 'd':
        return String(depth);
      case 's':
        return String(status.size);
      case 'm':
        return status.mode.toString(8);
      case 'M':
        return modeText(status);
      case 'y':
        return kindLetters.get(status.kind) ?? 'U';
      case 'i':
        return String(status.inode);
      case '%':
        return '%';
      default:
        if (directive === 'T@') return (status.modifiedAt / 1000).toFixed(10);
        return directive?.startsWith('T') === true ? formatTime(new Date(status.modifiedAt), `%${directive[1]}`) : whole;
    }
  });
}
