import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bridgeFolder } from './bridge-folder.mjs';
import { keptSecret } from './kept-secret.mjs';

/** Relative to the checkout; ignored by git, and by its ending a file that an agent does not read unasked. A new one makes earlier addresses useless. */
const FILE = '.own-computer.key';
const DEFAULT_HOST = 'ide.localhost';

/** @typedef {import('../../packages/bridge/src/own-computer/own-computer-door.ts').OwnComputerDoor} OwnComputerDoor */

/**
 * Returns the key that opens this computer to a browser, kept between starts.
 * @param {string} root the checkout
 */
export function keptOwnComputerKey(root) {
  return keptSecret(join(root, FILE), {
    fresh: randomBytes(24).toString('base64url'),
    isUsable: (kept) => /^[\w-]{32,}$/.test(kept),
    unkept: 'the address with the key is another one after a restart.',
  });
}

/**
 * Loads the built bridge for the server in front of the app. Returns null where the app has a public name: its users' browsers are then on
 * other computers than this one.
 * @param {{ root: string, key: string, variables: Readonly<Record<string, string>> }} options
 * @returns {Promise<OwnComputerDoor | null>}
 */
export async function loadOwnComputer({ root, key, variables }) {
  const appHost = variables.APP_HOST ?? DEFAULT_HOST;
  if (!appHost.endsWith('.localhost')) return null;
  /** @type {typeof import('../../packages/bridge/src/own-computer/own-computer.ts')} */
  const { createOwnComputer } = await import(pathToFileURL(join(bridgeFolder(root), 'own-computer.js')).href);
  return createOwnComputer({ key, appHost, environment: process.env });
}

/**
 * Returns the address as it is printed, with the key if there is one.
 * @param {string} address that ends with a slash
 * @param {string | null} key
 */
export function printedAddress(address, key) {
  if (key === null) return address;
  return `${address}#own-computer=${key}\nThe part from # lets this browser open folders and servers as you do; keep it to yourself.`;
}
