import { z } from 'zod';

/** Part of what a model calls a server's tools by, so short and plain. */
export const mcpServerNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,23}$/, 'a name is lower-case letters, digits and hyphens, begins with a letter and has at most 24 characters');

/** What the user says of a tool once and for all; a tool that nothing is said of asks. */
export const mcpVerdictSchema = z.enum(['allow', 'ask', 'deny']);
export type McpVerdict = z.infer<typeof mcpVerdictSchema>;

/** How a server over HTTP is reached: by the browser itself, through the app's server, or the first where it is possible. */
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
  /** By the name that the server gives its tool. */
  verdicts: z.record(z.string().max(128), mcpVerdictSchema).default({}),
};

/** Streamable HTTP, or the older SSE where the server speaks only that. The values of headers are secrets and kept elsewhere. */
export const mcpHttpServerSchema = z.object({
  ...base,
  transport: z.literal('http'),
  url: z.url({ protocol: /^https?$/, error: 'an address begins with https:// or http://' }).max(2_000),
  route: mcpRouteSchema.default('auto'),
  headerNames: z.array(headerNameSchema).max(32).default([]),
});
export type McpHttpServer = z.infer<typeof mcpHttpServerSchema>;

/** A program that the engine runs. The values of its environment are secrets and kept elsewhere. */
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

/** A server as the settings name it; nothing in it is secret. */
export const mcpServerSchema = z.discriminatedUnion('transport', [mcpHttpServerSchema, mcpStdioServerSchema]);
export type McpServer = z.infer<typeof mcpServerSchema>;

export const MOST_MCP_SERVERS = 32;
export const mcpServersSchema = z
  .array(mcpServerSchema)
  .max(MOST_MCP_SERVERS)
  .refine((servers) => new Set(servers.map(({ name }) => name)).size === servers.length, 'two servers have the same name');

const secretValueSchema = z.string().max(20_000);

/**
 * What is secret of a server. `boundTo`: the address or the command that it was given for; for another one, under the same name, it counts
 * as absent, so that no settings file can send it elsewhere. `oauth`: what the sign-in keeps, in its own form.
 */
export const mcpSecretsSchema = z.object({
  boundTo: z.string(),
  headers: z.record(z.string(), secretValueSchema).default({}),
  environment: z.record(z.string(), secretValueSchema).default({}),
  oauth: z.unknown().optional(),
});
export type McpSecrets = z.infer<typeof mcpSecretsSchema>;

/** What a server's secrets are bound to. */
export function mcpTarget(server: McpServer): string {
  return server.transport === 'http' ? server.url : server.command;
}

/** A tool's description as the user has seen it. `hash`: of its name, description and schema. */
export const mcpSeenToolSchema = z.object({ hash: z.string(), description: z.string(), schema: z.string() });
export type McpSeenTool = z.infer<typeof mcpSeenToolSchema>;

/**
 * What the user has confirmed of a server. `boundTo`: as of secrets; for another address or command nothing of this holds. `isStartable`: the
 * command may be started.
 */
export const mcpConfirmedSchema = z.object({
  boundTo: z.string(),
  isStartable: z.boolean().default(false),
  tools: z.record(z.string(), mcpSeenToolSchema).default({}),
});
export type McpConfirmed = z.infer<typeof mcpConfirmedSchema>;
