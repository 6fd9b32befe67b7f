import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey, jwtVerify } from 'jose';

/** The header that Cloudflare Access adds to each request that it lets through. */
const ASSERTION = 'cf-access-jwt-assertion';
/** Kept for the lifetime of this server. If a key is unknown, jose fetches the team's keys again, at most every 30 s. */
const keySets = new Map<string, JWTVerifyGetKey>();

export interface CloudflareTeam {
  team: string;
  audience: string;
}

/** Returns the user whom Cloudflare Access has authenticated, or null if there is none or the token is invalid. */
export async function cloudflareUser(
  request: Request,
  { team, audience }: CloudflareTeam,
  fetch: typeof globalThis.fetch,
): Promise<string | null> {
  const assertion = request.headers.get(ASSERTION);
  if (assertion === null) return null;
  try {
    const { payload } = await jwtVerify(assertion, keysOf(team, fetch), {
      issuer: team,
      audience,
      algorithms: ['RS256'],
      requiredClaims: ['exp'],
    });
    return payload.sub === undefined || payload.sub === '' ? serviceName(payload) : payload.sub;
  } catch {
    return null;
  }
}

/** Returns a service token's name, which it has instead of a subject. */
function serviceName(payload: Record<string, unknown>): string | null {
  const { common_name: name } = payload;
  return typeof name === 'string' && name !== '' ? name : null;
}

function keysOf(team: string, fetch: typeof globalThis.fetch): JWTVerifyGetKey {
  const known =
    keySets.get(team) ?? createRemoteJWKSet(new URL(`${team}/cdn-cgi/access/certs`), { [customFetch]: (url, init) => fetch(url, init) });
  keySets.set(team, known);
  return known;
}
