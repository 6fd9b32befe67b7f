import type { ToolCall } from '../../lib/protocol/tool-call.ts';

/** What the newest finished call did to files, as it is read out; null: nothing. */
export function spokenChange(toolCalls: ReadonlyMap<string, ToolCall>): { toolCallId: string; text: string } | null {
  const newest = [...toolCalls.values()].findLast((call) => call.status === 'success');
  if (newest?.status !== 'success') return null;
  const said = newest.effects.flatMap((effect): string[] => {
    switch (effect.type) {
      case 'file-created':
        return [`Created ${effect.path}`];
      case 'file-deleted':
        return [`Deleted ${effect.path}`];
      case 'file-renamed':
        return [`Renamed ${effect.from} to ${effect.to}`];
      case 'file-modified':
        return [`Changed ${effect.path}${effect.diff === undefined ? '' : `: ${lines(effect.diff)}`}`];
      default:
        return [];
    }
  });
  const text = said.length > 3 ? `${said.slice(0, 3).join('. ')}. And ${said.length - 3} more files` : said.join('. ');
  return text === '' ? null : { toolCallId: newest.toolCallId, text };
}

function lines({ added, removed }: { added: number; removed: number }): string {
  const count = (amount: number, what: string) => `${amount} ${amount === 1 ? 'line' : 'lines'} ${what}`;
  return [...(added > 0 ? [count(added, 'added')] : []), ...(removed > 0 ? [count(removed, 'removed')] : [])].join(', ');
}
