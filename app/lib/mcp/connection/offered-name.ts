import { FOREIGN_PREFIX } from '../../protocol/mcp/foreign-tool.ts';

const LONGEST = 64;
const PLAIN = /^[A-Za-z0-9](?:_?[A-Za-z0-9])*$/;

/**
 * Returns the name by which models call a tool: `mcp_SERVER__TOOL`. A name that providers would reject, that is too long or that could be
 * read as another server's tool is shortened and gets a fingerprint of the true name, so that a tool's name never depends on other tools.
 * A server's name contains no two hyphens in a row, and a plain tool name no two underscores: the first pair of underscores separates them.
 */
export function offeredName(server: string, tool: string): string {
  const start = `${FOREIGN_PREFIX}${server.replaceAll('-', '_')}__`;
  const name = `${start}${tool}`;
  // A name that looks as if it has a fingerprint could be another tool's.
  if (PLAIN.test(tool) && name.length <= LONGEST && !/_x[0-9a-f]{8}$/.test(tool)) return name;
  const plain = tool.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  const mark = `_x${fingerprint(`${server}\0${tool}`)}`;
  return `${start}${plain.slice(0, LONGEST - start.length - mark.length)}${mark}`;
}

/** FNV-1a, 32 bits. If two tools of a server get the same name, the list keeps one. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
