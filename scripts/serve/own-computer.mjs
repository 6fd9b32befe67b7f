import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bridgeFolder } from './bridge-folder.mjs';

const DEFAULT_HOST = 'ide.localhost';

/** @typedef {import('../../packages/bridge/src/own-computer/own-computer-door.ts').OwnComputerDoor} OwnComputerDoor */

/**
 * The process-wide place of the key that the parent has sent. Vite needs it, because it loads its configuration again
 * after a change.
 */
const RECEIVED = Symbol.for('devonz.own-computer-key');
const QUESTION = 'own-computer-key?';
/** In milliseconds. */
const PATIENCE = 10_000;

/**
 * Returns a key, valid for one start, that gives a browser access to this computer. It is stored in no file, argument
 * or variable, because programs could read those.
 */
export function newOwnComputerKey() {
  return randomBytes(24).toString('base64url');
}

/**
 * Sends the key to a child process whenever the child asks. An unrequested message might arrive before the child
 * listens for it.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} key
 */
export function sendOwnComputerKey(child, key) {
  child.on('message', (message) => {
    if (message === QUESTION) child.send({ ownComputerKey: key }, () => undefined);
  });
}

/**
 * Resolves to the key that the parent process has, or to null if no such parent exists.
 * @returns {Promise<string | null>}
 */
export async function receiveOwnComputerKey() {
  if (!process.connected) return null;
  /** @type {Promise<string | null>} */
  const received = Reflect.get(globalThis, RECEIVED) ?? askParent();
  Reflect.set(globalThis, RECEIVED, received);
  return received;
}

/** @returns {Promise<string | null>} */
function askParent() {
  return new Promise((resolve) => {
    /** @param {string | null} key */
    const finish = (key) => {
      clearTimeout(timer);
      process.off('message', receive);
      resolve(key);
    };
    /** @param {unknown} message */
    const receive = (message) => {
      if (typeof message !== 'object' || message === null || !('ownComputerKey' in message)) return;
      finish(typeof message.ownComputerKey === 'string' ? message.ownComputerKey : null);
    };
    // A parent that is another program, such as a process manager, has a channel but no key.
    const timer = setTimeout(() => finish(null), PATIENCE);
    process.on('message', receive);
    process.send?.(QUESTION);
  });
}

/**
 * Loads the built bridge for the server in front of the app. Returns null if the app has a public name, because its
 * users' browsers then run on other computers.
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
 * Returns the address to print, with the key if one exists.
 * @param {string} address that ends with a slash
 * @param {string | null} key
 */
export function printedAddress(address, key) {
  if (key === null) return address;
  return `${address}#own-computer=${key}\nThe part from # lets this browser open folders and servers as you do; keep it to yourself.`;
}
