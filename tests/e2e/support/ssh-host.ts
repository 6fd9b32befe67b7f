import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeKey } from '../../../packages/bridge/src/ssh/testing/make-key.ts';
import { startTestServer } from '../../../packages/bridge/src/ssh/testing/test-server.ts';

/** A server over SSH with a real shell, and a user of this computer who is let in there as `ada` by a key. */
export interface SshHost {
  /** A name of the user's `.ssh/config`. */
  target: string;
  /** The home of this computer's user. */
  home: string;
  /** The open folder there, whose path is below the home of the user there. */
  folder: string;
  /** The argument for it after `--ssh`. */
  folderThere: string;
  close(): Promise<void>;
}

export interface SshHostOptions {
  /** Contents by path in the folder. */
  files: Readonly<Record<string, string>>;
  /** Scripts that take the place of the server's programs. */
  programs?: Readonly<Record<string, string>>;
}

export async function startSshHost({ files, programs = {} }: SshHostOptions): Promise<SshHost> {
  const place = await realpath(await mkdtemp(join(tmpdir(), 'devonz-ssh-')));
  const [home, there] = [join(place, 'home'), join(place, 'there')];
  const folder = join(there, 'site');
  await Promise.all([join(home, '.ssh'), join(there, 'bin'), folder].map((path) => mkdir(path, { recursive: true })));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  // The login shell's files set the path, as on a real server.
  await writeFile(join(there, '.profile'), 'PATH="$HOME/bin:$PATH"\n');
  await symlink(process.execPath, join(there, 'bin/node'));
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(there, 'bin', name), `#!/bin/sh\n${script}`);
    await chmod(join(there, 'bin', name), 0o755);
  }
  const key = makeKey();
  const server = await startTestServer({
    home: there,
    authenticate(context) {
      const isAda = context.method === 'publickey' && context.username === 'ada' && context.key.data.equals(key.publicBytes);
      if (isAda) context.accept();
      else context.reject(['publickey']);
    },
  });
  await writeFile(join(home, '.ssh/id_ed25519'), key.privateText, { mode: 0o600 });
  await writeFile(
    join(home, '.ssh/config'),
    `Host box\n  HostName 127.0.0.1\n  Port ${server.port}\n  User ada\n  StrictHostKeyChecking accept-new\n`,
  );
  return {
    target: 'box',
    home,
    folder,
    folderThere: 'site',
    async close() {
      await server.close();
      await rm(place, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
