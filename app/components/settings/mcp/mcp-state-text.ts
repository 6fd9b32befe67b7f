import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { McpServer } from '../../../lib/protocol/mcp/mcp.ts';
import type { McpOffers, McpServerState } from '../../../lib/stores/mcp.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

/** Returns the offers of a server in words, such as `12 tools, 3 resources`. */
export function offersText({ tools, resources, prompts }: Pick<McpOffers, 'tools' | 'resources' | 'prompts'>): string {
  const kinds = [plural(tools.length, { one: '{count} tool', other: '{count} tools' })];
  if (resources.length > 0) kinds.push(plural(resources.length, { one: '{count} resource', other: '{count} resources' }));
  if (prompts.length > 0) kinds.push(plural(prompts.length, { one: '{count} prompt', other: '{count} prompts' }));
  return kinds.join(', ');
}

const VIA: Readonly<Record<McpOffers['via'], () => string>> = {
  direct: () => t('reached by this browser'),
  relay: () => t('reached through the app’s server'),
  stdio: () => t('a program in the engine'),
};

export function viaText(via: McpOffers['via']): string {
  return VIA[via]();
}

/** Returns the state of a server in words. */
export function stateText(
  state: McpServerState | undefined,
  { isEnabled }: Pick<McpServer, 'isEnabled'>,
): { tone: BadgeTone; text: string } {
  if (!isEnabled) return { tone: 'neutral', text: t('Off') };
  switch (state?.status) {
    case 'ready': {
      const changed = state.tools.filter(({ seen }) => seen.status === 'changed').length;
      const offers = offersText(state);
      if (changed > 0)
        return {
          tone: 'yellow',
          text: plural(changed, { one: 'Ready, {offers}, {count} changed', other: 'Ready, {offers}, {count} changed' }, { offers }),
        };
      return { tone: 'green', text: t('Ready, {offers}', { offers }) };
    }
    case 'connecting':
      return { tone: 'neutral', text: t('Connecting…') };
    case 'needs-confirmation':
      return { tone: 'yellow', text: t('Waits for your yes') };
    case 'needs-sign-in':
      return { tone: 'yellow', text: t('Sign in') };
    case 'failed':
      return { tone: 'red', text: t('Failed') };
    default:
      return { tone: 'neutral', text: t('Not connected') };
  }
}
