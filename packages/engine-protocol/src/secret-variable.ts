/** A variable of the spawn request, which no program sees. With the value `1`, the agent has started it: it gets no variable that may hold a secret. */
export const AGENT_VARIABLE = 'DEVONZ_AGENT';

/**
 * Parts of names, in lower case, that mark a secret. `BASH_ENV` names a file that each bash reads first, which may set
 * the removed variables again.
 */
export const SECRET_NAME_PARTS = [
  'key',
  'token',
  'secret',
  'passw',
  'passphrase',
  'credential',
  'auth',
  'private',
  'session',
  'cookie',
  '_dsn',
  'database_url',
  'connection_string',
  'webhook_url',
  'redis_url',
  'mongodb_ur',
  'bash_env',
] as const;

/**
 * Endings of names, in lower case, that mark a secret; within a name they are parts of other words, such as `_path`.
 */
export const SECRET_NAME_ENDINGS = ['_pass', '_pwd', '_pat'] as const;

const SECRET_NAME = new RegExp(`${SECRET_NAME_PARTS.join('|')}|(?:${SECRET_NAME_ENDINGS.join('|')})$`, 'i');

/** Returns whether the name of an environment variable says that it may hold a key or a password. */
export function isSecretVariable(name: string): boolean {
  return SECRET_NAME.test(name);
}
