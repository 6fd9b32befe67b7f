import type { McpServer } from '../../../lib/protocol/mcp/mcp.ts';
import type { McpOffers, McpServerState } from '../../../lib/stores/mcp.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

function amount(count: number, one: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${one}s`;
}

/** `12 tools, 3 resources`: what a server offers. */
export function offersText({ tools, resources, prompts }: Pick<McpOffers, 'tools' | 'resources' | 'prompts'>): string {
  const kinds = [amount(tools.length, 'tool')];
  if (resources.length > 0) kinds.push(amount(resources.length, 'resource'));
  if (prompts.length > 0) kinds.push(amount(prompts.length, 'prompt'));
  return kinds.join(', ');
}

const VIA: Readonly<Record<McpOffers['via'], string>> = {
  direct: 'reached by this browser',
  relay: 'reached through the app’s server',
  stdio: 'a program in the engine',
};

export function viaText(via: McpOffers['via']): string {
  return VIA[via];
}

/** The state of a server in words. */
export function stateText(
  state: McpServerState | undefined,
  { isEnabled }: Pick<McpServer, 'isEnabled'>,
): { tone: BadgeTone; text: string } {
  if (!isEnabled) return { tone: 'neutral', text: 'Off' };
  switch (state?.status) {
    case 'ready': {
      const changed = state.tools.filter(({ seen }) => seen.status === 'changed').length;
      if (changed > 0) return { tone: 'yellow', text: `Ready, ${offersText(state)}, ${changed} changed` };
      return { tone: 'green', text: `Ready, ${offersText(state)}` };
    }
    case 'connecting':
      return { tone: 'neutral', text: 'Connecting…' };
    case 'needs-confirmation':
      return { tone: 'yellow', text: 'Waits for your yes' };
    case 'needs-sign-in':
      return { tone: 'yellow', text: 'Sign in' };
    case 'failed':
      return { tone: 'red', text: 'Failed' };
    default:
      return { tone: 'neutral', text: 'Not connected' };
  }
}
