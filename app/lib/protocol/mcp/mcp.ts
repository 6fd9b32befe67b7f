import { z } from 'zod';

/** Part of the tool names that a model sees, so short and plain. */
export const mcpServerNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,23}$/, 'a name is lower-case letters, digits and hyphens, begins with a letter and has at most 24 characters');

/** The user's permanent decision about a tool; a tool without one asks each time. */
export const mcpVerdictSchema = z.enum(['allow', 'ask', 'deny']);
export type McpVerdict = z.infer<typeof mcpVerdictSchema>;

/** How an HTTP server is reached: directly from the browser, through the app's server, or directly where possible. */
export const mcpRouteSchema = z.enum(['direct', 'relay', 'auto']);
export type McpRoute = z.infer<typeof mcpRouteSchema>;

const headerNameSchema = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'is no name of an HTTP header');
const variableNameSchema = z
  .string()
  .max(100)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is no name of an environment variable');

const base = {
  name: mcpServerNameSchema,
  isEnabled: z.boolean(),
  /** By the tool's name on the server. */
  verdicts: z.record(z.string().max(128), mcpVerdictSchema).default({}),
};

/** Streamable HTTP, or the older SSE if the server supports only that. The header values are secrets and stored elsewhere. */
export const mcpHttpServerSchema = z.object({
  ...base,
  transport: z.literal('http'),
  url: z.url({ protocol: /^https?$/, error: 'an address begins with https:// or http://' }).max(2_000),
  route: mcpRouteSchema.default('auto'),
  headerNames: z.array(headerNameSchema).max(32).default([]),
});
export type McpHttpServer = z.infer<typeof mcpHttpServerSchema>;

/** A program that the engine runs. The values of its environment variables are secrets and stored elsewhere. */
export const mcpStdioServerSchema = z.object({
  ...base,
  transport: z.literal('stdio'),
  command: z
    .string()
    .min(1)
    .max(2_000)
    .regex(/^[^\r\n\0]*$/, 'a command is one line'),
  environmentNames: z.array(variableNameSchema).max(64).default([]),
});
export type McpStdioServer = z.infer<typeof mcpStdioServerSchema>;

/** A server as the settings store it; contains no secrets. */
export const mcpServerSchema = z.discriminatedUnion('transport', [mcpHttpServerSchema, mcpStdioServerSchema]);
export type McpServer = z.infer<typeof mcpServerSchema>;

export const MOST_MCP_SERVERS = 32;
export const mcpServersSchema = z
  .array(mcpServerSchema)
  .max(MOST_MCP_SERVERS)
  .refine((servers) => new Set(servers.map(({ name }) => name)).size === servers.length, 'two servers have the same name');

const secretValueSchema = z.string().max(20_000);

/**
 * The secrets of a server. `boundTo`: the address or command they were entered for. They count as absent for another one under the same
 * name, so that no settings file can send them elsewhere. `oauth`: the tokens of the sign-in, in its own format.
 */
export const mcpSecretsSchema = z.object({
  boundTo: z.string(),
  headers: z.record(z.string(), secretValueSchema).default({}),
  environment: z.record(z.string(), secretValueSchema).default({}),
  oauth: z.unknown().optional(),
});
export type McpSecrets = z.infer<typeof mcpSecretsSchema>;

/** The address or command that a server's secrets are bound to. */
export function mcpTarget(server: McpServer): string {
  return server.transport === 'http' ? server.url : server.command;
}

/** A tool's description as the user last saw it. `hash`: covers its name, description and schema. */
export const mcpSeenToolSchema = z.object({ hash: z.string(), description: z.string(), schema: z.string() });
export type McpSeenTool = z.infer<typeof mcpSeenToolSchema>;

/**
 * The user's confirmations for a server. `boundTo`: as with secrets; they do not apply to another address or command. `isStartable`: the
 * command may be started.
 */
export const mcpConfirmedSchema = z.object({
  boundTo: z.string(),
  isStartable: z.boolean().default(false),
  tools: z.record(z.string(), mcpSeenToolSchema).default({}),
});
export type McpConfirmed = z.infer<typeof mcpConfirmedSchema>;
