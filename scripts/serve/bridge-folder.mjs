import { join } from 'node:path';

/** Returns the folder of the built bridge to real machines, which the local server contains. @param {string} root */
export function bridgeFolder(root) {
  return join(root, 'build/bridge');
}
