import { t } from '../../i18n/t.ts';
import { readOutboundAddress } from '../../outbound/outbound-address.ts';

/**
 * Refuses where a server's sign-in must not lead. The server names those addresses itself: one of the internet may name only others there, with
 * encryption, and none in its user's network. One that the user has named in that network may name what it likes.
 */
export function assertSignInAddress(server: { url: string }, address: string): void {
  const [own, asked] = [new URL(server.url), new URL(address)];
  if (asked.origin === own.origin || !readOutboundAddress(own.href, []).ok) return;
  const isPublic = asked.protocol === 'https:' && readOutboundAddress(asked.href, []).ok;
  if (!isPublic)
    throw new Error(t('it leads to {host}, which is no encrypted address of the internet', { host: asked.host.slice(0, 100) }));
}
