import type { NodeHost } from '../../node-host.ts';

/**
 * Made-up addresses for the names of other machines. A browser resolves names itself and does not expose the result, but
 * programs look names up to check for a network, or to connect to the address. Like proxies that only see names, this
 * assigns each name an address of 198.18.0.0/15, which no machine has (RFC 2544, RFC 6890); a connection to such an
 * address goes to its name.
 */
export interface GivenAddresses {
  /** Returns `null` if the name cannot belong to another machine. */
  addressOf(name: string): string | null;
  /** Returns `null` if the address is not assigned to a name. */
  nameOf(address: string): string | null;
}

const FIRST_BYTES = '198.';
const FIRST_OF_SECOND = 18;
const MOST = 2 ** 17;
/** Names reserved for tests and private networks: https://www.iana.org/assignments/special-use-domain-names. */
const RESERVED = /(?:^|\.)(?:invalid|test|example|local|localhost|internal|onion|home\.arpa)$/;
/** At least two labels, the last of which is not a number. */
const OF_A_HOST = /^(?=.{1,253}$)(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?\.)+(?!\d+$)[a-z\d][a-z\d-]{0,61}[a-z\d]$/;

const given = new WeakMap<NodeHost, GivenAddresses>();

/** Returns the addresses of one process; each process assigns its own. */
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
      // The previous owner of the address loses it.
      addresses.delete(names.get(address) ?? '');
      addresses.set(name, address);
      names.set(address, name);
      return address;
    },
    nameOf: (address) => names.get(address) ?? null,
  };
}

/** Returns the name in the form sent to a name server, or `null` if it cannot be an outside machine. */
function hostName(asked: string): string | null {
  // A URL contains more than a name, and its parser strips some characters.
  if (/[\s/\\@:?#]/.test(asked)) return null;
  let name: string;
  try {
    name = new URL(`http://${asked.replace(/\.$/, '')}/`).hostname;
  } catch {
    return null;
  }
  return OF_A_HOST.test(name) && !RESERVED.test(name) ? name : null;
}
