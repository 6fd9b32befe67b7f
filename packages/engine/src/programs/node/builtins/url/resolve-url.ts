import { formatUrl, hasSlashes, isHostless, type UrlParts } from './format-url.ts';

function takeQuery(result: UrlParts, target: UrlParts): void {
  result.search = target.search;
  result.query = target.query;
}

function finish(result: UrlParts): UrlParts {
  result.path = result.pathname !== null || result.search !== null ? `${result.pathname || ''}${result.search || ''}` : null;
  result.href = formatUrl(result);
  return result;
}

/** Resolves `//host/path` and URLs with another protocol: only the protocol or the slashes come from the base. */
function replaceWhole(result: UrlParts, target: UrlParts): UrlParts | null {
  if (target.slashes && target.protocol === null) {
    Object.assign(result, { ...target, protocol: result.protocol });
    if (hasSlashes(result.protocol) && result.hostname && !result.pathname) {
      result.pathname = '/';
      result.path = '/';
    }
    result.href = formatUrl(result);
    return result;
  }
  if (target.protocol === null || target.protocol === result.protocol) return null;
  if (!hasSlashes(target.protocol)) {
    Object.assign(result, target);
    result.href = formatUrl(result);
    return result;
  }
  let { host, pathname } = target;
  if (!host && !target.protocol.startsWith('file') && !isHostless(target.protocol)) {
    // The first name of the path is the intended host.
    const names = (pathname || '').split('/');
    while (names.length > 0 && !host) host = names.shift() ?? null;
    if (names[0] !== '') names.unshift('');
    if (names.length < 2) names.unshift('');
    pathname = names.join('/');
  }
  takeQuery(result, target);
  const { protocol, auth, port } = target;
  Object.assign(result, { protocol, auth, port, pathname, host: host || '', hostname: target.hostname || host });
  result.slashes = result.slashes || target.slashes;
  const hasPath = Boolean(result.pathname || result.search);
  if (hasPath) result.path = `${result.pathname || ''}${result.search || ''}`;
  result.href = formatUrl(result);
  return result;
}

/** Moves the host into the path: for a protocol without slashes, it is the first name of the path. */
function hostIntoPath(host: string | null, names: string[]): void {
  if (!host) return;
  if (names[0] === '') names[0] = host;
  else names.unshift(host);
}

function hostOutOfPath(result: UrlParts, host: string | undefined): void {
  const [auth, name] = (host ?? '').split('@');
  const hasAuth = (host ?? '').indexOf('@') > 0;
  if (hasAuth) result.auth = auth ?? null;
  result.host = hasAuth ? (name ?? null) : (host as string | null);
  result.hostname = result.host;
}

/** Removes `.` and `..` and returns the number of `..` that had no name left to remove. */
function removeDots(names: string[]): number {
  let up = 0;
  for (let at = names.length - 1; at >= 0; at--) {
    const name = names[at];
    if (name === '..') up += 1;
    if (name === '.' || name === '..') names.splice(at, 1);
    else if (up > 0) {
      names.splice(at, 1);
      up -= 1;
    }
  }
  return up;
}

const startsAtRoot = (names: readonly string[]): boolean => names[0] === '' || names[0]?.startsWith('/') === true;

interface PathRules {
  target: UrlParts;
  /** The target's host, unless it has become a name of the path. */
  host: string | null;
  endsAtRoot: boolean;
  keepsDots: boolean;
  isWithoutSlashes: boolean;
}

/** Sets the path of the result; null if there are no names. */
function setPath(result: UrlParts, names: string[], rules: PathRules): UrlParts {
  const { target, isWithoutSlashes } = rules;
  if (names.length === 0) {
    result.pathname = null;
    result.path = result.search ? `/${result.search}` : null;
    result.href = formatUrl(result);
    return result;
  }
  const last = names.at(-1);
  const endsInSlash = last === '' || ((last === '.' || last === '..') && Boolean(result.host || rules.host || names.length > 1));
  const up = removeDots(names);
  if (rules.keepsDots) names.unshift(...Array.from({ length: up }, () => '..'));
  let { endsAtRoot } = rules;
  if (endsAtRoot && !startsAtRoot(names)) names.unshift('');
  if (endsInSlash && !names.join('/').endsWith('/')) names.push('');
  const isAtRoot = startsAtRoot(names);
  if (isWithoutSlashes) hostOutOfPath(result, isAtRoot ? '' : (names.shift() ?? ''));
  endsAtRoot ||= Boolean(result.host && names.length > 0);
  if (endsAtRoot && !isAtRoot) names.unshift('');
  result.pathname = names.length === 0 ? null : names.join('/');
  result.path = result.pathname === null ? null : result.path;
  if (result.pathname !== null || result.search !== null) result.path = `${result.pathname || ''}${result.search || ''}`;
  result.auth = target.auth || result.auth;
  result.slashes = result.slashes || target.slashes;
  result.href = formatUrl(result);
  return result;
}

/** Resolves `target` relative to `base`. Both are already parsed, the target with `//` as the start of a host. */
export function resolveParsed(base: UrlParts, target: UrlParts): UrlParts {
  const result: UrlParts = Object.assign(Object.create(Object.getPrototypeOf(base)), base);
  result.hash = target.hash;
  if (target.href === '') {
    result.href = formatUrl(result);
    return result;
  }
  const whole = replaceWhole(result, target);
  if (whole !== null) return whole;
  let names = result.pathname?.split('/') ?? [];
  const added = target.pathname?.split('/') ?? [];
  const isAdded = { host: target.host, hostname: target.hostname, port: target.port };
  const isTargetAtRoot = Boolean(target.host || target.pathname?.startsWith('/'));
  const isWithoutSlashes = Boolean(result.protocol) && !hasSlashes(result.protocol);
  let endsAtRoot = isTargetAtRoot || result.pathname?.startsWith('/') === true || Boolean(result.host && target.pathname);
  const keepsDots = !endsAtRoot;
  if (isWithoutSlashes) {
    hostIntoPath(result.host, names);
    Object.assign(result, { host: '', hostname: '', port: null });
    if (target.protocol) {
      result.auth = null;
      hostIntoPath(target.host, added);
      Object.assign(isAdded, { host: null, hostname: null, port: null });
    }
    endsAtRoot &&= added[0] === '' || names[0] === '';
  }
  if (isTargetAtRoot) {
    if (isAdded.host || isAdded.host === '') {
      if (result.host !== isAdded.host) result.auth = null;
      Object.assign(result, { host: isAdded.host, port: isAdded.port });
    }
    if (isAdded.hostname || isAdded.hostname === '') {
      if (result.hostname !== isAdded.hostname) result.auth = null;
      result.hostname = isAdded.hostname;
    }
    takeQuery(result, target);
    names = added;
  } else if (added.length > 0) {
    names = [...names.slice(0, -1), ...added];
    takeQuery(result, target);
  } else if (target.search !== null) {
    if (isWithoutSlashes) hostOutOfPath(result, names.shift());
    takeQuery(result, target);
    return finish(result);
  }
  return setPath(result, names, { target, host: isAdded.host, endsAtRoot, keepsDots, isWithoutSlashes });
}
