import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { npmRegistry } from '../../packages/engine/src/server/npm-registry.mjs';

const MODEL_VARIABLES = new URL('../../app/server/models/model-variables.json', import.meta.url);
const OTHERS = ['APP_HOST', 'SANDBOX_HOST', 'ENGINE_ALLOWED_ORIGINS', 'NPM_REGISTRY_URL', 'OUTBOUND_RELAY'];

/**
 * What the local server is given: the models' keys from `.dev.vars`, or from the environment, which wins; and the package
 * registry npm itself is configured for.
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
