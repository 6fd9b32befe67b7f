/** A variable of the spawn request, which no program sees. With the value `1`, the agent has started it: it gets no variable that may hold a secret. */
export const AGENT_VARIABLE = 'DEVONZ_AGENT';

/** Parts of names, in lower case, that say so. */
export const SECRET_NAME_PARTS = [
  'key',
  'token',
  'secret',
  'passw',
  'credential',
  'auth',
  'private',
  'session',
  'cookie',
  '_dsn',
  'database_url',
] as const;

const SECRET_NAME = new RegExp(SECRET_NAME_PARTS.join('|'), 'i');

/** Returns whether the name of an environment variable says that it may hold a key or a password. */
export function isSecretVariable(name: string): boolean {
  return SECRET_NAME.test(name);
}
