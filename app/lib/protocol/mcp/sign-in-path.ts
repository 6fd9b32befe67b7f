/** Of the page that a sign-in at an MCP server comes back to. Apart from what is sent there, so that the first screen needs no zod. */
export const SIGN_IN_PATH = '/mcp/callback';
