/** In characters. */
const LONGEST = 160;

export function shortAddress(address: string): string {
  return address.length <= LONGEST ? address : `${address.slice(0, LONGEST - 1)}…`;
}
