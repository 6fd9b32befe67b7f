import { because } from '../../protocol/texts/reason.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';
import { type Judgement, single } from './policy-decision.ts';

type ForeignIntent = Extract<ToolIntent, { kind: 'foreign' }>;

/**
 * Decides whether a tool of another server may run without approval. A denied tool may not. A description that the user has not seen always
 * asks, since the permission was for a different tool. The server's own claims (such as being read-only) are untrusted and ignored.
 */
export function decideForeign({ server, tool, seen, verdict }: ForeignIntent): Judgement {
  const text = `${server}: ${tool}`;
  if (verdict === 'deny')
    return single('block', because('the user has denied the tool {tool} of the MCP server {server}', { tool, server }), text, 'deny');
  if (seen.status === 'changed') return single('ask', because('its description has changed since you saw it'), text);
  if (verdict === 'allow' && seen.status === 'seen') return single('auto', because('you allow this tool'), text, 'rule');
  return seen.status === 'new'
    ? single('ask', because('it is used for the first time: read what it says of itself'), text)
    : single('ask', because('tools of MCP servers ask'), text, 'none');
}
