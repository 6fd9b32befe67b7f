import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { npmRegistry } from '../../packages/engine/src/server/npm-registry.mjs';
import { sessionSecret } from './session-secret.mjs';

const MODEL_VARIABLES = new URL('../../app/server/models/model-variables.json', import.meta.url);
const OTHERS = [
  'APP_HOST',
  'SANDBOX_HOST',
  'ENGINE_ALLOWED_ORIGINS',
  'NPM_REGISTRY_URL',
  'OFFLINE_COPY',
  'OUTBOUND_RELAY',
  'SESSION_SECRET',
  'ALLOW_PRIVATE_ENDPOINTS',
  'ACCESS',
  'ACCESS_PASSPHRASE',
  'ACCESS_TEAM_DOMAIN',
  'ACCESS_AUDIENCE',
  'ACCESS_PROXY_SECRET',
  'ACCESS_PROXY_USER_HEADER',
  'ACCESS_REQUESTS_PER_MINUTE',
  'ACCESS_REQUESTS_PER_DAY',
  'ACCESS_TOKENS_PER_DAY',
  'ACCESS_USERS_PER_ADDRESS',
  'ACCESS_SERVER_REQUESTS_PER_DAY',
  'ACCESS_SERVER_TOKENS_PER_DAY',
  'ACCESS_CLIENT_ADDRESS_HEADER',
  'ACCESS_TRUSTED_HOPS',
];

/**
 * Returns `serverVariables` with a secret for the keys entered in the browser, for serving the app to users.
 * @param {string} root the checkout
 * @returns {Promise<Record<string, string>>}
 */
export async function servedVariables(root) {
  const variables = await serverVariables(root);
  return { ...variables, SESSION_SECRET: await sessionSecret(root, variables.SESSION_SECRET) };
}

/**
 * Returns the local server's variables: the models' keys from `.dev.vars` or from the environment, which takes precedence, and the package
 * registry configured for npm.
 * @param {string} root the checkout
 * @returns {Promise<Record<string, string>>}
 */
export async function serverVariables(root) {
  const file = parseEnv(await readFile(`${root}/.dev.vars`, 'utf8').catch(() => ''));
  /** @type {Record<string, string>} */
  const variables = {};
  for (const key of [...JSON.parse(await readFile(MODEL_VARIABLES, 'utf8')), ...OTHERS]) {
    const value = process.env[key] || file[key];
    if (value) variables[key] = value;
  }
  variables.NPM_REGISTRY_URL ??= await npmRegistry(root);
  return variables;
}
