import { z } from 'zod';
import { keptReasonSchema } from '../texts/kept-reason-schema.ts';
import { LOCAL_PREFIX } from './local-endpoint.ts';
import { modelInfoSchema } from './models.ts';

/** The part of a model's id before the colon; also part of a cookie's name. */
export const connectionIdSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/, 'is not a name of small letters, digits and dashes')
  .refine(
    (id) => !id.startsWith(LOCAL_PREFIX),
    `begins with “${LOCAL_PREFIX}”, as models on this computer do: they are not asked by the server`,
  );

/** Longest value, in characters. The longest known credentials (temporary ones of cloud providers) have less than 2,000. */
export const LONGEST_VALUE = 3_000;

/** The most connections that one user may store. */
export const MOST_CONNECTIONS = 20;

const valuesSchema = z.record(z.string().min(1).max(40), z.string().max(LONGEST_VALUE));

/** A kind of provider, with the data that a form needs. */
const providerInfoSchema = z.object({
  id: z.string(),
  name: z.string(),
  keyPage: z.string().optional(),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      isSecret: z.boolean(),
      hint: z.string().optional(),
      choices: z.array(z.string()).optional(),
    }),
  ),
});
export type ProviderInfo = z.infer<typeof providerInfoSchema>;

/** A connection without its secrets. */
const connectionInfoSchema = z.object({
  id: z.string(),
  providerId: z.string(),
  name: z.string(),
  owner: z.enum(['server', 'user']),
  /** Only the fields that are not secret; empty for connections of the server. */
  values: z.record(z.string(), z.string()),
  /** Names of the secret fields that have a value. */
  secretsSet: z.array(z.string()),
});
export type ConnectionInfo = z.infer<typeof connectionInfoSchema>;

/** Whether this server can store the users' keys, and where. */
const keepingSchema = z.discriminatedUnion('isOn', [
  z.object({ isOn: z.literal(true), where: z.enum(['cookie', 'server']) }),
  z.object({ isOn: z.literal(false), why: z.string(), reason: keptReasonSchema }),
]);

/** Whether everybody may use the models that need the server's own keys. */
const serverKeysSchema = z.discriminatedUnion('state', [
  /** `canLeave`: access was granted because this browser gave the passphrase, and it can be given up. */
  z.object({ state: z.literal('granted'), canLeave: z.literal(true).optional() }),
  /** A passphrase is required and was not given yet. */
  z.object({ state: z.literal('passphrase'), why: z.string(), reason: keptReasonSchema }),
  z.object({ state: z.literal('refused'), why: z.string(), reason: keptReasonSchema }),
]);
export type ServerKeys = z.infer<typeof serverKeysSchema>;

/** Answer to `GET /api/connections` and to every change. */
export const connectionsResponseSchema = z.object({
  providers: z.array(providerInfoSchema),
  connections: z.array(connectionInfoSchema),
  /** Connections that could no longer be read and were deleted; reported once. */
  dropped: z.array(z.object({ id: z.string(), message: z.string(), reason: keptReasonSchema })),
  keeping: keepingSchema,
  serverKeys: serverKeysSchema,
});
export type ConnectionsResponse = z.infer<typeof connectionsResponseSchema>;

const givenSchema = z.object({
  /** The connection to change; if absent, a new one is created. */
  id: connectionIdSchema.optional(),
  providerId: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(60),
  /** A secret field that is absent keeps its current value. */
  values: valuesSchema,
});
export type GivenConnection = z.infer<typeof givenSchema>;

/** Body of `POST /api/connections`. */
export const connectionRequestSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('save'), connection: givenSchema }),
  z.object({ action: z.literal('test'), connection: givenSchema }),
  z.object({ action: z.literal('remove'), id: connectionIdSchema }),
]);
export type ConnectionRequest = z.infer<typeof connectionRequestSchema>;

/** Answer to a `save`: the current connections, and the id of the saved one. */
export const connectionSavedSchema = connectionsResponseSchema.extend({ savedId: z.string() });

/** Answer to a `test`. */
export const connectionTestSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), models: z.array(modelInfoSchema), remark: z.string().optional(), reason: keptReasonSchema }),
  z.object({
    ok: z.literal(false),
    kind: z.enum(['key', 'quota', 'network', 'blocked', 'address', 'other']),
    message: z.string(),
    reason: keptReasonSchema,
    /** An address that works, to use instead of the given one. */
    baseUrl: z.string().optional(),
  }),
]);
export type ConnectionTest = z.infer<typeof connectionTestSchema>;
