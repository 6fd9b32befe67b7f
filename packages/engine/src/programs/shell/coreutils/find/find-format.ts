import type { FileStatus } from '../../../../abi/system-calls.ts';
import { formatEscapes } from '../../text/escapes.ts';
import type { LocalTimes } from '../../text/local-times.ts';
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
export function findFormat(format: string, { path, depth, status }: FindEntry, times: LocalTimes): string {
  return format.replace(/%([ACT].|.)|(\\(?:[0-7]{1,3}|.))/gs, (whole, directive: string | undefined, escaped: string | undefined) => {
    if (escaped !== undefined) return new TextDecoder().decode(formatEscapes(escaped));
    switch (directive) {
      case 'a':
      case 'c':
      case 't':
        return timeText(`${directive.toUpperCase()}c`, status, times).replace(/ \d{4}$/, (year) => `.0000000000${year}`);
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
        return (directive?.length === 2 ? timeText(directive, status, times) : null) ?? whole;
    }
  });
}

/** Returns a time of the file: the first letter selects which one (access, change or modification), the second one its form. */
function timeText([which = '', letter = '']: string, status: FileStatus, times: LocalTimes): string {
  const time = which === 'A' ? status.accessedAt : which === 'C' ? status.changedAt : status.modifiedAt;
  return letter === '@' ? (time / 1000).toFixed(10) : times.format(time, `%${letter}`);
}
