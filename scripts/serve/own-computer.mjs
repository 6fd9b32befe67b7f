import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bridgeFolder } from './bridge-folder.mjs';

const DEFAULT_HOST = 'ide.localhost';

/** @typedef {import('../../packages/bridge/src/own-computer/own-computer-door.ts').OwnComputerDoor} OwnComputerDoor */

/** Where a process keeps the key that its parent has sent, for Vite, which loads its configuration again when that has changed. */
const RECEIVED = Symbol.for('devonz.own-computer-key');
const QUESTION = 'own-computer-key?';
/** In milliseconds. */
const PATIENCE = 10_000;

/** Returns a key of one start that opens this computer to a browser. It is in no file, no argument and no variable, which programs could read. */
export function newOwnComputerKey() {
  return randomBytes(24).toString('base64url');
}

/**
 * Gives the key to a child process whenever that asks. A message that comes unasked may come before anybody there listens for it.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} key
 */
export function sendOwnComputerKey(child, key) {
  child.on('message', (message) => {
    if (message === QUESTION) child.send({ ownComputerKey: key }, () => undefined);
  });
}

/** Resolves to the key that the parent process has; to null where there is no such parent. @returns {Promise<string | null>} */
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
    // Another parent, such as a process manager, has a channel and no key.
    const timer = setTimeout(() => finish(null), PATIENCE);
    process.on('message', receive);
    process.send?.(QUESTION);
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
