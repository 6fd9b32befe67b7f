import { t } from '../../lib/i18n/t.ts';
import type { FileTouches } from '../../lib/protocol/tool-call.ts';
import { Icon } from '../ui/icon.tsx';

/** Number of paths shown; the others are only counted. */
const SHOWN = 6;

/** Lists the guarded files that the approval lets the command access, on a host that enforces it. */
export function AccessLine({ touches }: { touches: FileTouches }) {
  const wishes = wishesOf(touches);
  if (wishes.length === 0) return null;
  return (
    <p className="why">
      <Icon name="i-lucide-lock" size={16} className="c-yellow" />
      <span className="break-words">
        <strong>{t('Of guarded files it may:')}</strong> {wishes.join(' · ')}
      </span>
    </p>
  );
}

function wishesOf({ secrets, read, write, isAnyProtected }: FileTouches): string[] {
  return [
    ...(secrets ? [t('read files with keys')] : read.length === 0 ? [] : [t('read {files}', { files: listed(read) })]),
    ...(isAnyProtected ? [t('write or remove protected files')] : []),
    ...(write.length === 0 ? [] : [t('write or remove {files}', { files: listed(write) })]),
  ];
}

/** Removes the pattern prefix from a name that may be at any depth. */
function listed(paths: readonly string[]): string {
  const names = [...new Set(paths.map((path) => path.replace(/^\*\*\//, '').replace(/^\/home\//, '~/')))];
  return names.length <= SHOWN
    ? names.join(', ')
    : t('{names} and {more} more', { names: names.slice(0, SHOWN).join(', '), more: names.length - SHOWN });
}
