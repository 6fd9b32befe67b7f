import { join } from 'node:path';

/** The built bridge to real machines, as the local server carries it. @param {string} root */
export function bridgeFolder(root) {
  return join(root, 'build/bridge');
}
