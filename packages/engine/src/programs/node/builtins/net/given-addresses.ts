import type { NodeHost } from '../../node-host.ts';

/**
 * Addresses for the names of other machines. A browser looks names up itself and says nothing of it, but programs look one up to see
 * whether there is a network, or to connect to what they find. As proxies do it that have the names only, each name has an address of
 * 198.18.0.0/15, which no machine has (RFC 2544, RFC 6890); whoever connects to one connects to its name.
 */
export interface GivenAddresses {
  /** null: no such machine can be there. */
  addressOf(name: string): string | null;
  /** null: the address was not given to a name. */
  nameOf(address: string): string | null;
}

const FIRST_BYTES = '198.';
const FIRST_OF_SECOND = 18;
const MOST = 2 ** 17;
/** Names that are for tests and for networks of one's own: https://www.iana.org/assignments/special-use-domain-names. */
const RESERVED = /(?:^|\.)(?:invalid|test|example|local|localhost|internal|onion|home\.arpa)$/;
/** Of labels, at least two, the last of which is no number. */
const OF_A_HOST = /^(?=.{1,253}$)(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?\.)+(?!\d+$)[a-z\d][a-z\d-]{0,61}[a-z\d]$/;

const given = new WeakMap<NodeHost, GivenAddresses>();

/** Those of one process: another one gives its own. */
export function givenAddresses(host: NodeHost): GivenAddresses {
  const known = given.get(host) ?? createGivenAddresses();
  given.set(host, known);
  return known;
}

export function createGivenAddresses(most: number = MOST): GivenAddresses {
  const addresses = new Map<string, string>();
  const names = new Map<string, string>();
  let count = 0;
  return {
    addressOf(asked) {
      const name = hostName(asked);
      if (name === null) return null;
      const known = addresses.get(name);
      if (known !== undefined) return known;
      const place = count++ % most;
      const address = `${FIRST_BYTES}${FIRST_OF_SECOND + (place >> 16)}.${(place >> 8) & 255}.${place & 255}`;
      // The name that had it first has none any more.
      addresses.delete(names.get(address) ?? '');
      addresses.set(name, address);
      names.set(address, name);
      return address;
    },
    nameOf: (address) => names.get(address) ?? null,
  };
}

/** As a name server is asked for it; null: it is the name of no machine outside. */
function hostName(asked: string): string | null {
  // An address has more than a name, and lets some of it go.
  if (/[\s/\\@:?#]/.test(asked)) return null;
  let name: string;
  try {
    name = new URL(`http://${asked.replace(/\.$/, '')}/`).hostname;
  } catch {
    return null;
  }
  return OF_A_HOST.test(name) && !RESERVED.test(name) ? name : null;
}
