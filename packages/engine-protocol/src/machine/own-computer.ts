import { z } from 'zod';

/**
 * The answers of the front of `npm start` to the app about real machines, so that no second command is needed. It is off until the user opens
 * the address with the key that `npm start` prints, because any user of the computer can reach the port.
 *
 *   GET  /own-computer         → `ownComputerSchema`
 *   POST /own-computer/open    → lines of JSON, each an `openingEventSchema`; closing the response gives up
 *   POST /own-computer/answer  → 204
 *
 * Each request has the header `OWN_COMPUTER_HEADER`. Without the right key the answer is 401; a server that carries no bridge answers 404.
 */
export const OWN_COMPUTER_PATH = '/own-computer';
export const OWN_COMPUTER_HEADER = 'x-devonz-own-computer';
/** In the fragment of the address that `npm start` prints: `http://ide.localhost:8788/#own-computer=KEY`. */
export const OWN_COMPUTER_PARAMETER = 'own-computer';

const name = z.string().min(1).max(255);
const path = z.string().max(4_096);

export const identitySchema = z.discriminatedUnion('type', [
  /** `usual` signs in as `ssh` would: with ~/.ssh/config, the agent, the usual key files, then a password. */
  z.object({ type: z.literal('usual') }),
  z.object({ type: z.literal('agent') }),
  z.object({ type: z.literal('key'), path: path.min(1) }),
  z.object({ type: z.literal('password') }),
]);

/** The place that the user wants to open. An empty folder is the current one or, on a server, the user's home there. */
export const wantedPlaceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('local'), folder: path }),
  z.object({
    kind: z.literal('ssh'),
    /** A host's name or address, or a name of ~/.ssh/config. */
    host: name,
    user: z.string().max(100).optional(),
    port: z.number().int().min(1).max(65_535).optional(),
    identity: identitySchema,
    folder: path,
  }),
  z.object({ kind: z.literal('container'), image: name, folder: path }),
]);
export type WantedPlace = z.infer<typeof wantedPlaceSchema>;

/** `isTest` opens nothing: what was found is reported, and the connection is closed again. */
export const openingRequestSchema = z.object({ place: wantedPlaceSchema, isTest: z.boolean() });
export type OpeningRequest = z.infer<typeof openingRequestSchema>;

export const ownComputerSchema = z.object({
  user: z.string(),
  host: z.string(),
  home: path,
  /** Names of ~/.ssh/config without wildcards, with what it says of them. */
  sshHosts: z.array(
    z.object({ name, host: name.optional(), user: z.string().optional(), port: z.number().optional(), keyPath: path.optional() }),
  ),
  /** Whether an SSH agent answers. */
  hasAgent: z.boolean(),
  /** Files of ~/.ssh that look like private keys. */
  keyPaths: z.array(path),
  /** `docker` or `podman`, if one is installed. */
  containers: z.string().nullable(),
});
export type OwnComputer = z.infer<typeof ownComputerSchema>;

export const openingEventSchema = z.discriminatedUnion('type', [
  /** A sentence about the progress. */
  z.object({ type: z.literal('note'), text: z.string() }),
  /** `yes-no` is answered by `yes` or `no`. The answer to `hidden` is a secret and is kept nowhere. */
  z.object({ type: z.literal('question'), id: z.string(), kind: z.enum(['yes-no', 'text', 'hidden']), text: z.string() }),
  /** The address that a bridge prints, with `#bridge=` and a token that can be used once. */
  z.object({ type: z.literal('opened'), link: z.string() }),
  /** The end of a test. `programs` are versions by name, such as `node`, `git`, `docker`, `ollama`. */
  z.object({
    type: z.literal('found'),
    user: z.string(),
    host: z.string(),
    system: z.string(),
    shell: z.string(),
    folder: path,
    programs: z.record(z.string(), z.string()),
  }),
  /** Says what failed and what to do. */
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type OpeningEvent = z.infer<typeof openingEventSchema>;

/** `answer` is null if the user cancels. */
export const openingAnswerSchema = z.object({ question: z.string().max(100), answer: z.string().max(10_000).nullable() });
