import { type ProcessGrant, strictestGrant } from 'devonz-engine-protocol/process-grant';
import { describe, expect, it } from 'vitest';
import { GuardedPaths } from './guarded-paths.ts';

const ROOT = '/home/project';
const strict = strictestGrant(ROOT);
const paths = (grant: Partial<ProcessGrant> = {}, isFirst = false) => new GuardedPaths({ ...strict, ...grant }, isFirst);
const refusedWrites = (guarded: GuardedPaths, names: string) =>
  names.split(' ').filter((name) => !guarded.mayWrite(name.startsWith('/') ? name : `${ROOT}/${name}`));
const refusedReads = (guarded: GuardedPaths, names: string) =>
  names.split(' ').filter((name) => !guarded.mayRead(name.startsWith('/') ? name : `${ROOT}/${name}`));

describe('what a grant says of paths', () => {
  it('refuses the reading of keys, in the project and outside, and of nothing else', () => {
    const secrets = '.env .env.local .dev.vars packages/a/.npmrc keys/server.pem .aws/credentials /home/.npmrc /tmp/.env /home/.ssh/id_rsa';
    expect(refusedReads(paths(), secrets)).toEqual(secrets.split(' '));
    expect(
      refusedReads(paths(), 'src/main.ts .env.example AGENTS.md .git/HEAD /etc/passwd node_modules/@a/b/credentials/index.js'),
    ).toEqual([]);
  });

  it('refuses the writing of what is protected, of keys and of everything outside', () => {
    const refused =
      '.env .git/hooks/pre-commit .git AGENTS.md docs/AGENTS.md .devonz/rules.md .vscode/settings.json package.json packages/a/package.json ' +
      'node_modules/left-pad/index.js node_modules/.bin/vite node_modules/.package-lock.json node_modules /etc/hosts /home/other /usr/bin/cat ' +
      '/home/.npm/_npx/a /home/.bashrc /home/.config/git/config /home/project2/a /tmp/.env /home /';
    expect(refusedWrites(paths(), refused)).toEqual(refused.split(' '));
  });

  it('leaves the project, what is built, caches and temporary files free', () => {
    const free =
      'src/main.ts new/folder/file dist/index.js dist/cjs/package.json .next/package.json .output/server/node_modules/a/index.js coverage/x ' +
      'node_modules/.vite/deps/react.js node_modules/.cache/a node_modules/.tmp/tsconfig.tsbuildinfo packages/a/node_modules/.vitest/results.json ' +
      '/tmp/a /tmp/x/package.json /var/tmp/b /home/.cache/tool/a /home/.cache /home/.config /home/.local/share/a .';
    expect(refusedWrites(paths(), free.replace(/ \.$/, ''))).toEqual([]);
    expect(paths().mayWrite(ROOT)).toBe(true);
  });

  it('keeps git and keys of a built folder protected', () => {
    expect(refusedWrites(paths(), 'dist/.git/config dist/.env')).toEqual(['dist/.git/config', 'dist/.env']);
  });

  it('takes no cache for one that holds packages or a repository of its own', () => {
    const refused =
      'node_modules/.pnpm/a/index.js node_modules/.x/node_modules/a/index.js node_modules/a/.cache/b node_modules/.git/config ' +
      'node_modules/.x/.git/config node_modules/.env';
    expect(refusedWrites(paths(), refused)).toEqual(refused.split(' '));
    expect(refusedWrites(paths(), 'node_modules/.vite/basic-ssl/cert.pem')).toEqual([]);
  });

  it('gives what is granted with all below it, and a name at any depth', () => {
    const granted = paths({
      secrets: { only: [`${ROOT}/.env`, `${ROOT}/keys`] },
      protectedWrites: { only: ['**/node_modules', `${ROOT}/AGENTS.md`] },
      outsideWrites: { only: ['/home/.npm'] },
    });
    expect(refusedReads(granted, '.env keys/a.pem .env.local keys.pem packages/.env')).toEqual(['.env.local', 'keys.pem', 'packages/.env']);
    expect(
      refusedWrites(granted, 'node_modules/a/b packages/x/node_modules/y AGENTS.md docs/AGENTS.md .env /home/.npm/a /home/.npmrc'),
    ).toEqual(['docs/AGENTS.md', '.env', '/home/.npmrc']);
    expect(refusedWrites(paths({ outsideWrites: 'allow' }), '/home/.ssh/config')).toEqual(['/home/.ssh/config']);
  });

  it('lets only the first process pass on the variables of its shell', () => {
    const own = '/tmp/.agent-env-one';
    const grant: Partial<ProcessGrant> = { ownFiles: [own], outsideWrites: 'allow', protectedWrites: 'allow' };
    expect([paths(grant, true).mayWrite(own), paths(grant).mayWrite(own)]).toEqual([true, false]);
    expect(paths(grant, true).mayWrite('/tmp/.agent-env-two')).toBe(false);
  });
});
