import { isLoopback } from '../protocol/models/local-address.ts';
import { because, type Reason } from '../protocol/texts/reason.ts';

/** Where a bridge answers on this computer, and the word that it takes once. */
export interface BridgeLink {
  /** Such as `http://127.0.0.1:8798`. */
  address: string;
  token: string;
}

export type BridgeLinkReading = { ok: true; link: BridgeLink } | { ok: false; why: Reason };

const TOKEN = /^[a-z0-9_-]{16,200}$/i;

/** Reads what a bridge prints, as a whole address or the part after `#`. Only bridges on this computer are taken. */
export function readBridgeLink(text: string): BridgeLinkReading {
  const parameters = new URLSearchParams(text.trim().replace(/^[^#]*#/, ''));
  const address = parameters.get('bridge');
  const token = parameters.get('token');
  if (address === null || token === null) return refuse(because('it is not the address that devonz-bridge prints, with “#bridge=” in it'));
  if (!URL.canParse(address)) return refuse(because('the bridge it names is no address'));
  const { protocol, hostname, origin, pathname } = new URL(address);
  if (protocol !== 'http:' || !isLoopback(hostname) || pathname !== '/')
    return refuse(because('it names a bridge that is not on this computer: {address}', { address: address.slice(0, 200) }));
  if (!TOKEN.test(token)) return refuse(because('its token is not one that a bridge makes'));
  return { ok: true, link: { address: origin, token } };
}

function refuse(why: Reason): BridgeLinkReading {
  return { ok: false, why };
}
