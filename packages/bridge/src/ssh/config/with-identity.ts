import type { identitySchema } from 'devonz-engine-protocol/machine/own-computer';
import type { z } from 'zod';
import { SshError } from '../ssh-error.ts';
import type { OwnComputer, UserFiles } from '../ssh-ports.ts';
import type { HostSettings } from './resolve-host.ts';

/** How the user wants to sign in; `usual` means as OpenSSH would. */
export type SshIdentity = z.infer<typeof identitySchema>;

export interface IdentityPlace {
  files: UserFiles;
  own: OwnComputer;
}

/**
 * Returns the settings with the user's choice instead of the configured one. Throws an `SshError` with a sentence for
 * the user.
 */
export async function withIdentity(settings: HostSettings, identity: SshIdentity, { files, own }: IdentityPlace): Promise<HostSettings> {
  switch (identity.type) {
    case 'usual':
      return settings;
    case 'agent':
      if (settings.agentSocket === null) {
        throw new SshError('configuration', 'There is no SSH agent here (SSH_AUTH_SOCK is not set). Start one, or sign in another way.');
      }
      return { ...settings, identityFiles: [], isLimitedToIdentityFiles: false, signIn: 'keys' };
    case 'key': {
      const path = keyPath(identity.path, own.home);
      if ((await files.readText(path)) === null) {
        throw new SshError('configuration', `There is no key ${path}, or it may not be read.`);
      }
      // An agent that holds this key may sign with it, so that no passphrase is needed.
      return { ...settings, identityFiles: [path], isLimitedToIdentityFiles: true, signIn: 'keys' };
    }
    case 'password':
      return { ...settings, identityFiles: [], agentSocket: null, signIn: 'answers' };
  }
}

function keyPath(named: string, home: string): string {
  const path = named.replace(/^~(?=[\\/])/, home);
  return path.startsWith('/') || /^[a-z]:[\\/]/i.test(path) ? path : `${home}/.ssh/${path}`;
}
