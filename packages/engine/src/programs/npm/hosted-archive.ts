const archiveOf: ReadonlyMap<string, (repository: string, commit: string) => string> = new Map([
  ['github.com', (repository: string, commit: string) => `https://codeload.github.com/${repository}/tar.gz/${commit}`],
  [
    'gitlab.com',
    (repository: string, commit: string) => `https://gitlab.com/${repository}/-/archive/${commit}/${repository.split('/').at(-1)}.tar.gz`,
  ],
  ['bitbucket.org', (repository: string, commit: string) => `https://bitbucket.org/${repository}/get/${commit}.tar.gz`],
  ['codeberg.org', (repository: string, commit: string) => `https://codeberg.org/${repository}/archive/${commit}.tar.gz`],
]);
const shortHosts: ReadonlyMap<string, string> = new Map([
  ['github', 'github.com'],
  ['gitlab', 'gitlab.com'],
  ['bitbucket', 'bitbucket.org'],
]);

/**
 * Returns a public host's archive URL for a git spec: `user/repo#tag`, `github:user/repo`, `git+https://github.com/user/repo.git`,
 * `git+ssh://git@github.com/user/repo.git#commit`, `git@github.com:user/repo.git`. Returns null for other hosts and for ranges of tags.
 */
export function hostedArchive(text: string): string | null {
  const [address = '', commit = 'HEAD'] = text.split(/#(.*)/s);
  if (commit.startsWith('semver:') || commit.includes('&') || commit.includes('=') || commit.includes('..')) return null;
  const short = /^(?:(?<host>[a-z]+):)?(?<repository>[\w.-]+\/[\w.-]+)$/.exec(address)?.groups;
  const long = /^(?:git\+)?(?:https?|ssh|git):\/\/(?:[^@/]*@)?(?<host>[\w.-]+)[/:](?<repository>[\w.-]+(?:\/[\w.-]+)+?)(?:\.git)?\/?$/.exec(
    address,
  )?.groups;
  const copied = /^(?:git\+ssh:\/\/)?git@(?<host>[\w.-]+):(?<repository>[\w.-]+(?:\/[\w.-]+)+?)(?:\.git)?$/.exec(address)?.groups;
  const found = long ?? copied ?? short;
  if (!found?.repository) return null;
  const host = found === short ? shortHosts.get(found.host ?? 'github') : found.host;
  return archiveOf.get(host ?? '')?.(found.repository.replace(/\.git$/, ''), commit || 'HEAD') ?? null;
}
