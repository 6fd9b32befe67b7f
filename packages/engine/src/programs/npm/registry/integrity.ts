export type IntegrityVerdict = { ok: true } | { ok: false; algorithm: string; wanted: string; actual: string };

/** Strongest first, with their WebCrypto names. */
const algorithms = [
  ['sha512', 'SHA-512'],
  ['sha384', 'SHA-384'],
  ['sha256', 'SHA-256'],
  ['sha1', 'SHA-1'],
] as const;

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Returns the integrity text of content, in the algorithm npm writes. */
export async function computeIntegrity(content: Uint8Array): Promise<string> {
  return digest(content, 'sha512', 'SHA-512');
}

async function digest(content: Uint8Array, prefix: string, algorithm: string): Promise<string> {
  // Copies only a view of shared memory, which WebCrypto rejects.
  const { buffer, byteOffset, byteLength } = content;
  const bytes = buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : content.slice();
  return `${prefix}-${toBase64(new Uint8Array(await crypto.subtle.digest(algorithm, bytes)))}`;
}

/** Checks content against a subresource-integrity text; the strongest of several algorithms is used. `null` means no expectation. */
export async function verifyIntegrity(content: Uint8Array, integrity: string | null): Promise<IntegrityVerdict> {
  const promised = (integrity ?? '').split(/\s+/).filter(Boolean);
  if (promised.length === 0) return { ok: true };
  for (const [prefix, name] of algorithms) {
    const wanted = promised.filter((entry) => entry.startsWith(`${prefix}-`)).map((entry) => entry.replace(/\?.*$/, ''));
    if (wanted.length === 0) continue;
    const actual = await digest(content, prefix, name);
    return wanted.includes(actual) ? { ok: true } : { ok: false, algorithm: prefix, wanted: wanted.join(' '), actual };
  }
  return { ok: false, algorithm: 'unknown', wanted: promised.join(' '), actual: 'none of its algorithms is known' };
}
