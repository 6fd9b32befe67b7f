import type { McpSecrets, McpServer } from '../protocol/mcp/mcp.ts';
import { isWorthMasking } from '../secrets/is-worth-masking.ts';
import type { SecretValue } from '../secrets/secret-values.ts';

/** Keys that the user entered for MCP servers, and their sign-in tokens: models must not see them. */
export function enteredSecrets({ name: server }: McpServer, secrets: McpSecrets | null): SecretValue[] {
  if (secrets === null) return [];
  const named = [...Object.entries(secrets.headers), ...Object.entries(secrets.environment)];
  const signedIn = stringsIn(secrets.oauth);
  return [...named, ...signedIn].flatMap(([name, value]) => {
    // In `Bearer KEY`, the key alone is what may appear elsewhere.
    const bare = value.replace(/^(?:Bearer|Basic|Token)\s+/i, '');
    return isWorthMasking(`${name} token`, bare) ? [{ name, value: bare, source: `the MCP server ${server}` }] : [];
  });
}

function stringsIn(value: unknown, name = 'sign-in', depth = 0): [string, string][] {
  if (typeof value === 'string') return /token|secret|verifier/i.test(name) ? [[name, value]] : [];
  if (typeof value !== 'object' || value === null || depth > 6) return [];
  return Object.entries(value).flatMap(([key, field]) => stringsIn(field, key, depth + 1));
}
