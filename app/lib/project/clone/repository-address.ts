import { t } from '../../i18n/t.ts';
import { pastedAddress } from './pasted-address.ts';

/** A public repository as the user named it. */
export interface Repository {
  /** The provider's host. The user's consent is for this host. */
  host: string;
  name: string;
  /** `owner/name`, as shown to the user. */
  title: string;
  /**
   * Possible places, most likely first. A branch name may contain slashes, so the address does not show where the branch ends and
   * the folder begins.
   */
  candidates: readonly RepositoryPlace[];
}

export interface RepositoryPlace {
  /** Address of a zip file. */
  archive: string;
  /** The branch, or null for the default branch. */
  branch: string | null;
  /** The folder that is wanted; '' is the whole repository. */
  folder: string;
}

export type ReadRepositoryAddress = { ok: true; repository: Repository } | { ok: false; why: string };

interface Provider {
  site: string;
  /** Host that serves the archives. */
  host: string;
  /** GitLab allows nested groups. */
  longestOwner: number;
  /** Whether the address of an archive ends with a file name after the branch. */
  namesArchives: boolean;
  archive(path: string, branch: string | null): string;
}

const PROVIDERS: readonly Provider[] = [
  {
    site: 'github.com',
    host: 'codeload.github.com',
    longestOwner: 1,
    namesArchives: false,
    archive: (path, branch) => `https://codeload.github.com/${path}/zip/${branch === null ? 'HEAD' : inPath(branch)}`,
  },
  {
    site: 'gitlab.com',
    host: 'gitlab.com',
    longestOwner: 20,
    namesArchives: true,
    archive: (path, branch) =>
      `https://gitlab.com/api/v4/projects/${encodeURIComponent(path)}/repository/archive.zip${branch === null ? '' : `?sha=${encodeURIComponent(branch)}`}`,
  },
];

/** GitHub's archive host: its addresses name the same repositories. */
const ALIASES: Readonly<Record<string, string>> = { 'codeload.github.com': 'github.com' };

const LONGEST = 2_000;
/** For branch names with slashes. */
const MOST_CANDIDATES = 4;
const OWNER = /^\w[\w.-]*$/;
/** Also allows names such as `.github`. */
const NAME = /^(?!\.{1,2}$)[\w.-]+$/;

/** Reads what users paste: pages, `.git`, `git@`, `git clone …`, `owner/name`, a branch after `#`, a folder after `/tree/BRANCH/`. */
export function readRepositoryAddress(text: string): ReadRepositoryAddress {
  if (text.trim() === '' || text.length > LONGEST)
    return { ok: false, why: t('Give the address of a public repository of GitHub or GitLab, or owner/name.') };
  const pasted = pastedAddress(text);
  const url = urlOf(pasted.address);
  if (url === null)
    return { ok: false, why: t('This is not an address. Give the address of a public repository of GitHub or GitLab, or owner/name.') };
  const host = url.hostname.replace(/^www\./, '');
  const site = ALIASES[host] ?? host;
  const provider = PROVIDERS.find((each) => each.site === site);
  if (provider === undefined)
    return {
      ok: false,
      why: t('{site} is not known here. Give the address of a public repository of GitHub or GitLab, or owner/name.', { site }),
    };
  const segments = segmentsOf(url.pathname);
  if (segments === null)
    return { ok: false, why: t('This is not an address. Give the address of a public repository of GitHub or GitLab, or owner/name.') };
  const { path, kind, place } = splitPlace(segments, provider);
  const name = path.at(-1)?.replace(/\.git$/, '') ?? '';
  const owner = path.slice(0, -1);
  if (owner.length < 1 || owner.length > provider.longestOwner || !owner.every((part) => OWNER.test(part)) || !NAME.test(name))
    return { ok: false, why: t('This names no repository. Give the address of a public repository of GitHub or GitLab, or owner/name.') };
  const title = [...owner, name].join('/');
  // In the address of a page, the part after `#` is an anchor in that page.
  const isPage = kind !== undefined || url.search !== '' || /^#(?:readme$|:~:)/i.test(url.hash);
  const branch = pasted.branch ?? (isPage || url.hash === '' ? null : decoded(url.hash.slice(1)));
  const places = branch === null || branch === '' ? placesOf(kind, place, provider) : [{ branch, folder: '' }];
  const candidates = places.map((each) => ({ ...each, archive: provider.archive(title, each.branch) }));
  return { ok: true, repository: { host: provider.host, name, title, candidates } };
}

function urlOf(given: string): URL | null {
  const address = given
    .replace(/^git\+/i, '')
    .replace(/^(github|gitlab):(?=[^/])/i, 'https://$1.com/')
    .replace(/^ssh:\/\/(?:[\w-]+@)?([\w.-]+)(?::\d+)?\//i, 'https://$1/')
    .replace(/^(?:ssh:\/\/)?git@([\w.-]+)[:/]/, 'https://$1/')
    .replace(/^(?:git|https?):\/\//i, 'https://');
  const isShort = /^\w[\w.-]*\/[\w.-]+(?:#.*)?$/.test(address);
  const whole = isShort ? `https://github.com/${address}` : address.includes('://') ? address : `https://${address}`;
  return URL.canParse(whole) && whole.startsWith('https://') ? new URL(whole) : null;
}

/** Returns null if the path has an invalid encoding. */
function segmentsOf(pathname: string): string[] | null {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const read = segments.map(decoded);
  return read.every((segment) => segment !== null) ? read : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Splits the repository's path from the part after `/tree/`, `/blob/` and the like. */
function splitPlace(
  segments: readonly string[],
  provider: Provider,
): { path: readonly string[]; kind: string | undefined; place: readonly string[] } {
  const dash = segments.indexOf('-');
  const end = dash === -1 ? Math.min(segments.length, provider.longestOwner + 1) : dash;
  const [kind, ...place] = segments.slice(dash === -1 ? end : end + 1);
  return { path: segments.slice(0, end), kind, place };
}

/** The places that a page of the repository may show: its branch, tag or commit. */
function placesOf(
  kind: string | undefined,
  place: readonly string[],
  { namesArchives }: Provider,
): { branch: string | null; folder: string }[] {
  const whole = [{ branch: null, folder: '' }];
  const only = (branch: readonly string[]) => (branch.length === 0 ? whole : [{ branch: branch.join('/'), folder: '' }]);
  switch (kind) {
    case 'tree':
      return place.length === 0 ? whole : splitsOf(place);
    // A file page: it is unknown where the file's path begins, and the user wants more than that one file.
    case 'blob':
    case 'raw':
    case 'blame':
    case 'edit':
    case 'commits':
      return place.length === 0 ? whole : splitsOf(place).map(({ branch }) => ({ branch, folder: '' }));
    case 'commit':
      return only(place.slice(0, 1));
    case 'releases':
    case 'tags':
      return place[0] === 'download' || place[0] === 'latest' ? whole : only(place[0] === 'tag' ? place.slice(1) : place);
    // A download from the “Code” menu or from a release.
    case 'archive':
    case 'zip':
    case 'tar.gz':
      return only(namesArchives ? place.slice(0, -1) : withoutEnding(place));
    default:
      return whole;
  }
}

function withoutEnding(place: readonly string[]): readonly string[] {
  const branch = place.join('/').replace(/\.(?:zip|tar\.gz|tgz)$/, '');
  return branch === '' ? [] : [branch];
}

function splitsOf(place: readonly string[]): { branch: string; folder: string }[] {
  const most = Math.min(place.length, MOST_CANDIDATES);
  return Array.from({ length: most }, (_, index) => ({
    branch: place.slice(0, index + 1).join('/'),
    folder: place.slice(index + 1).join('/'),
  }));
}

function inPath(branch: string): string {
  return branch.split('/').map(encodeURIComponent).join('/');
}
