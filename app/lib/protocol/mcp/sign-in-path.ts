/** Path of the page that a sign-in at an MCP server redirects to. In its own file, so that the first screen needs no zod. */
export const SIGN_IN_PATH = '/mcp/callback';
