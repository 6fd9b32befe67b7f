/** Words of an address or a command that do not tell one server from another. */
const COMMON = /^(?:mcp|server|servers|modelcontextprotocol|www|api|npx|node|com|org|net|io|dev|latest|y|https?|m?js|cjs)$/;
const LONGEST = 24;

/** A valid, free server name made from another client's name, an address or a command. `taken`: existing names. */
export function freeServerName(wanted: string, taken: readonly string[]): string {
  const words = wanted
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !COMMON.test(word));
  const plain = (telling.length > 0 ? telling : words).join('-').replace(/^[^a-z]+/, '');
  const base = cut(plain === '' ? 'server' : plain, LONGEST);
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${cut(base, LONGEST - 3)}-${count}`;
    if (!taken.includes(name)) return name;
  }
}

function cut(name: string, length: number): string {
  return name.slice(0, length).replace(/-+$/, '');
}

/** A suggested name for a server: from the host of its address, or the program or package of its command. */
export function suggestedName(target: string, taken: readonly string[]): string {
  if (URL.canParse(target) && /^https?:/i.test(target)) return freeServerName(new URL(target).hostname.replace(/\.[a-z]+$/, ''), taken);
  const words = target.trim().split(/\s+/);
  const named = words.find((word, index) => index > 0 && !word.startsWith('-')) ?? words[0] ?? '';
  return freeServerName(named.replace(/@[^@/]+$/, ''), taken);
}
