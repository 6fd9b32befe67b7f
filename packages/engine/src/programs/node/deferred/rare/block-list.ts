import { nodeError } from '../../errors/node-error.ts';

interface AddressLike {
  address: string;
  family: string;
}

/** The class `net.SocketAddress`. */
export class SocketAddress {
  readonly address: string;
  readonly family: string;
  readonly port: number;
  readonly flowlabel: number;
  constructor(options: { address?: string; family?: string; port?: number; flowlabel?: number } = {}) {
    this.family = options.family?.toLowerCase() ?? 'ipv4';
    this.address = options.address ?? (this.family === 'ipv6' ? '::' : '127.0.0.1');
    this.port = options.port ?? 0;
    this.flowlabel = options.flowlabel ?? 0;
    toNumber(this);
  }
}

function invalid(address: string): Error {
  return nodeError(Error, 'ERR_INVALID_ADDRESS', `Invalid address: ${address}`);
}

function toNumber({ address, family }: AddressLike): bigint {
  if (family === 'ipv4') {
    const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)?.slice(1).map(Number);
    if (parts === undefined || parts.some((part) => part > 255)) throw invalid(address);
    return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  }
  let host: string;
  try {
    // The browser normalizes every form of an address.
    host = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  } catch {
    throw invalid(address);
  }
  const [head = '', tail] = host.split('::');
  const words = (text: string) => (text === '' ? [] : text.split(':'));
  const [first, last] = [words(head), words(tail ?? '')];
  const filling = tail === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...filling, ...last].reduce((sum, word) => sum * 65_536n + BigInt(`0x${word}`), 0n);
}

function read(address: unknown, family: unknown): AddressLike {
  if (typeof address === 'object' && address instanceof SocketAddress) return address;
  return { address: String(address), family: String(family ?? 'ipv4').toLowerCase() };
}

/** The class `net.BlockList`. */
export class BlockList {
  readonly #rules: { family: string; start: bigint; end: bigint; text: string }[] = [];

  static isBlockList(value: unknown): boolean {
    return value instanceof BlockList;
  }
  addAddress(address: unknown, family?: unknown): void {
    const given = read(address, family);
    const value = toNumber(given);
    this.#add(given.family, value, value, `Address: ${shownFamily(given.family)} ${given.address}`);
  }
  addRange(start: unknown, end: unknown, family?: unknown): void {
    const [from, to] = [read(start, family), read(end, family)];
    if (toNumber(from) > toNumber(to)) throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', "The argument 'start' must come before end");
    this.#add(from.family, toNumber(from), toNumber(to), `Range: ${shownFamily(from.family)} ${from.address}-${to.address}`);
  }
  addSubnet(network: unknown, prefix: unknown, family?: unknown): void {
    const given = read(network, family);
    const free = BigInt((given.family === 'ipv4' ? 32 : 128) - Number(prefix));
    const start = (toNumber(given) >> free) << free;
    const text = `Subnet: ${shownFamily(given.family)} ${given.address}/${String(prefix)}`;
    this.#add(given.family, start, start + (1n << free) - 1n, text);
  }
  #add(family: string, start: bigint, end: bigint, text: string): void {
    this.#rules.unshift({ family, start, end, text });
  }
  check(address: unknown, family?: unknown): boolean {
    const given = read(address, family);
    let value: bigint;
    try {
      value = toNumber(given);
    } catch {
      return false;
    }
    return this.#rules.some((rule) => rule.family === given.family && rule.start <= value && value <= rule.end);
  }
  get rules(): string[] {
    return this.#rules.map(({ text }) => text);
  }
}

const shownFamily = (family: string): string => (family === 'ipv4' ? 'IPv4' : 'IPv6');
