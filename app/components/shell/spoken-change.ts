import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ToolCall } from '../../lib/protocol/tool-call.ts';

/** Returns an announcement of the newest finished call's changes to files, or null if there are none. */
export function spokenChange(toolCalls: ReadonlyMap<string, ToolCall>): { toolCallId: string; text: string } | null {
  const newest = [...toolCalls.values()].findLast((call) => call.status === 'success');
  if (newest?.status !== 'success') return null;
  const said = newest.effects.flatMap((effect): string[] => {
    switch (effect.type) {
      case 'file-created':
        return [t('Created {path}', { path: effect.path })];
      case 'file-deleted':
        return [t('Deleted {path}', { path: effect.path })];
      case 'file-renamed':
        return [t('Renamed {from} to {to}', { from: effect.from, to: effect.to })];
      case 'file-modified':
        return [changed(effect.path, effect.diff)];
      default:
        return [];
    }
  });
  const text =
    said.length > 3
      ? plural(
          said.length - 3,
          { one: '{first}. And {count} more file', other: '{first}. And {count} more files' },
          { first: said.slice(0, 3).join('. ') },
        )
      : said.join('. ');
  return text === '' ? null : { toolCallId: newest.toolCallId, text };
}

function changed(path: string, diff: { added: number; removed: number } | undefined): string {
  if (diff === undefined) return t('Changed {path}', { path });
  const added = plural(diff.added, { one: '{count} line added', other: '{count} lines added' });
  const removed = plural(diff.removed, { one: '{count} line removed', other: '{count} lines removed' });
  const lines = [...(diff.added > 0 ? [added] : []), ...(diff.removed > 0 ? [removed] : [])].join(', ');
  return t('Changed {path}: {lines}', { path, lines });
}
