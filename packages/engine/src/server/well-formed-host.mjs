/**
 * Returns whether a `Host` header is a name or address with an optional port, written as browsers do. Parsers disagree about other values
 * (`a b`, `x@y`, `256.256.256.256`, `xn--a`, a port of 99999), and workerd fails on them before any of this code runs.
 * @param {string | undefined} host
 */
export function isWellFormedHost(host) {
  if (host === undefined || host.length > 300 || !/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host)) return false;
  if (!URL.canParse(`http://${host}`)) return false;
  const name = host.replace(/:\d*$/, '').toLowerCase();
  return new URL(`http://${host}`).hostname === name && !/^\.|\.\./.test(name);
}
