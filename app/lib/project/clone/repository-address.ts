import { t } from '../../i18n/t.ts';

/** A public repository as a user has named it. */
export interface Repository {
  /** Who gives it out; also what the user's consent is for. */
  host: string;
  name: string;
  /** `owner/name`, as it is said. */
  title: string;
  /**
   * Where it may be, the likeliest first: a branch's name may have slashes, and where it ends and the folder begins its address does not
   * say.
   */
  candidates: readonly RepositoryPlace[];
}

export interface RepositoryPlace {
  /** Of a zip. */
  archive: string;
  /** null: the default branch. */
  branch: string | null;
  /** The part of it that is wanted; '' is all of it. */
  folder: string;
}

export type ReadRepositoryAddress = { ok: true; repository: Repository } | { ok: false; why: string };

interface Provider {
  site: string;
  /** What gives out archives. */
  host: string;
  /** GitLab has groups in groups. */
  longestOwner: number;
  archive(path: string, branch: string | null): string;
}

const PROVIDERS: readonly Provider[] = [
  {
    site: 'github.com',
    host: 'codeload.github.com',
    longestOwner: 1,
    archive: (path, branch) => `https://codeload.github.com/${path}/zip/${branch === null ? 'HEAD' : inPath(branch)}`,
  },
  {
    site: 'gitlab.com',
    host: 'gitlab.com',
    longestOwner: 20,
    archive: (path, branch) =>
      `https://gitlab.com/api/v4/projects/${encodeURIComponent(path)}/repository/archive.zip${branch === null ? '' : `?sha=${encodeURIComponent(branch)}`}`,
  },
];

const LONGEST = 2_000;
/** Of a branch's name with slashes. */
const MOST_CANDIDATES = 4;
const NAME = /^[\w][\w.-]*$/;

/** Reads what users paste: pages, `.git`, `git@`, `owner/name`, a branch after `#`, a folder after `/tree/BRANCH/`. */
export function readRepositoryAddress(text: string): ReadRepositoryAddress {
  const given = text.trim();
  if (given === '' || given.length > LONGEST)
    return { ok: false, why: t('Give the address of a public repository of GitHub or GitLab, or owner/name.') };
  const url = urlOf(given);
  if (url === null)
    return { ok: false, why: t('This is not an address. Give the address of a public repository of GitHub or GitLab, or owner/name.') };
  const site = url.hostname.replace(/^www\./, '');
  const provider = PROVIDERS.find((each) => each.site === site);
  if (provider === undefined)
    return {
      ok: false,
      why: t('{site} is not known here. Give the address of a public repository of GitHub or GitLab, or owner/name.', { site }),
    };
  const segments = segmentsOf(url.pathname);
  if (segments === null)
    return { ok: false, why: t('This is not an address. Give the address of a public repository of GitHub or GitLab, or owner/name.') };
  const { path, place } = splitPlace(segments, provider);
  const name = path.at(-1)?.replace(/\.git$/, '') ?? '';
  const owner = path.slice(0, -1);
  if (owner.length < 1 || owner.length > provider.longestOwner || ![...owner, name].every((part) => NAME.test(part)))
    return { ok: false, why: t('This names no repository. Give the address of a public repository of GitHub or GitLab, or owner/name.') };
  const title = [...owner, name].join('/');
  const branch = url.hash === '' ? null : decoded(url.hash.slice(1));
  const places = branch === null || branch === '' ? placesOf(place) : [{ branch, folder: '' }];
  const candidates = places.map((each) => ({ ...each, archive: provider.archive(title, each.branch) }));
  return { ok: true, repository: { host: provider.host, name, title, candidates } };
}

function urlOf(given: string): URL | null {
  const address = given
    .replace(/^git\+/, '')
    .replace(/^(?:ssh:\/\/)?git@([\w.-]+)[:/]/, 'https://$1/')
    .replace(/^(?:git|http):\/\//, 'https://');
  const isShort = /^[\w][\w.-]*\/[\w][\w.-]*(?:#.*)?$/.test(address);
  const whole = isShort ? `https://github.com/${address}` : address.includes('://') ? address : `https://${address}`;
  return URL.canParse(whole) && whole.startsWith('https://') ? new URL(whole) : null;
}

/** null: it is encoded in a way that cannot be read. */
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

/** The repository's own path, and what follows `/tree/`, `/blob/` and the like in it. */
function splitPlace(segments: readonly string[], provider: Provider): { path: readonly string[]; place: readonly string[] } {
  const dash = segments.indexOf('-');
  const end = dash === -1 ? Math.min(segments.length, provider.longestOwner + 1) : dash;
  const [kind, ...place] = segments.slice(dash === -1 ? end : end + 1);
  return { path: segments.slice(0, end), place: kind === 'tree' || kind === 'commit' || kind === 'commits' ? place : [] };
}

function placesOf(place: readonly string[]): { branch: string | null; folder: string }[] {
  if (place.length === 0) return [{ branch: null, folder: '' }];
  const most = Math.min(place.length, MOST_CANDIDATES);
  return Array.from({ length: most }, (_, index) => ({
    branch: place.slice(0, index + 1).join('/'),
    folder: place.slice(index + 1).join('/'),
  }));
}

function inPath(branch: string): string {
  return branch.split('/').map(encodeURIComponent).join('/');
}
