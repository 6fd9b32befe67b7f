import { t } from '../../i18n/t.ts';
import { readOutboundAddress } from '../../outbound/outbound-address.ts';

/**
 * Refuses addresses to which a sign-in must not lead. The server itself chooses them: a server on the internet may only use
 * encrypted addresses on the internet, none in the user's network. A server that the user added in that network may use any.
 */
export function assertSignInAddress(server: { url: string }, address: string): void {
  const [own, asked] = [new URL(server.url), new URL(address)];
  if (asked.origin === own.origin || !readOutboundAddress(own.href, []).ok) return;
  const isPublic = asked.protocol === 'https:' && readOutboundAddress(asked.href, []).ok;
  if (!isPublic)
    throw new Error(t('it leads to {host}, which is no encrypted address of the internet', { host: asked.host.slice(0, 100) }));
}
