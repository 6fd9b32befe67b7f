import { hostedArchive } from './hosted-archive.ts';
import { validRange } from './semver.ts';

/** The parsed spec of a dependency (or of an argument of `npm install`). */
export type PackageSpec =
  | { type: 'range'; range: string }
  | { type: 'tag'; tag: string }
  | { type: 'alias'; name: string; target: { type: 'range'; range: string } | { type: 'tag'; tag: string } }
  | { type: 'folder'; path: string }
  | { type: 'archive'; path: string }
  | { type: 'workspace'; range: string }
  /** The URL of an archive outside the registry. */
  | { type: 'remote'; url: string }
  /** Known to npm, but not supported here. */
  | { type: 'unsupported'; kind: 'git' | 'invalid'; text: string };

const gitPattern = /^(git[+:@]|github:|gitlab:|bitbucket:|gist:|ssh:)|^https?:\/\/[^#]*\.git(#|$)/;
/** `user/repository`, npm's short form for GitHub. */
const hostedPattern = /^[^@\s/:~.][^@\s/:]*\/[^@\s/:]+(#.*)?$/;

function registrySpec(text: string): { type: 'range'; range: string } | { type: 'tag'; tag: string } {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === '*') return { type: 'range', range: '*' };
  return validRange(trimmed) === null ? { type: 'tag', tag: trimmed } : { type: 'range', range: trimmed };
}

/** Splits `name@rest`; the rest is '' if absent. */
export function splitNameAndSpec(text: string): { name: string; spec: string } {
  const at = text.indexOf('@', 1);
  return at === -1 ? { name: text, spec: '' } : { name: text.slice(0, at), spec: text.slice(at + 1) };
}

function isFolderPath(text: string): boolean {
  return /^(\.{1,2}($|\/)|\/|~\/)/.test(text);
}

function pathSpec(path: string): PackageSpec {
  return /\.(tgz|tar\.gz|tar)$/i.test(path) ? { type: 'archive', path } : { type: 'folder', path };
}

/** A repository on a public host is fetched as an archive of the commit; other hosts and ranges of tags are not supported. */
function gitSpec(text: string): PackageSpec {
  const url = hostedArchive(text);
  return url === null ? { type: 'unsupported', kind: 'git', text } : { type: 'remote', url };
}

/** Parses the spec of a dependency. */
export function parseSpec(text: string): PackageSpec {
  if (text.startsWith('npm:')) {
    // yarn writes plain ranges like this too.
    if (validRange(text.slice('npm:'.length)) !== null) return registrySpec(text.slice('npm:'.length));
    const { name, spec } = splitNameAndSpec(text.slice('npm:'.length));
    return { type: 'alias', name, target: registrySpec(spec) };
  }
  if (text.startsWith('workspace:')) return { type: 'workspace', range: text.slice('workspace:'.length) };
  if (text.startsWith('file:')) return pathSpec(text.slice('file:'.length).replace(/^\/\/(?=\/)/, ''));
  const linked = /^(?:link|portal):(.*)$/s.exec(text)?.[1];
  if (linked !== undefined) return { type: 'folder', path: linked };
  if (isFolderPath(text)) return pathSpec(text);
  if (gitPattern.test(text)) return gitSpec(text);
  if (/^https?:/.test(text)) return { type: 'remote', url: text };
  if (hostedPattern.test(text)) return gitSpec(text);
  if (/[:/\\]/.test(text)) return { type: 'unsupported', kind: 'invalid', text };
  return registrySpec(text);
}

export interface RequestedPackage {
  /** `null` until the folder or archive was read. */
  name: string | null;
  /** The spec as written to package.json; '' if none was given. */
  specText: string;
  spec: PackageSpec;
}

/** Parses an argument of `npm install`: `name`, `name@range`, `alias@npm:name@range`, a path, a URL. */
export function parseRequestedPackage(text: string): RequestedPackage {
  if (isFolderPath(text) || /^[a-z+]+:/.test(text) || (hostedPattern.test(text) && !text.startsWith('@'))) {
    return { name: null, specText: text, spec: parseSpec(text) };
  }
  const { name, spec } = splitNameAndSpec(text);
  return { name, specText: spec, spec: parseSpec(spec) };
}

const namePattern = /^(@[a-z0-9\-~!'()*][a-z0-9\-._~!'()*]*\/)?[a-z0-9\-~!'()*_][a-z0-9\-._~!'()*]*$/i;

/** Returns true for a valid registry name; this also keeps a name from leaving `node_modules`. */
export function isPackageName(name: string): boolean {
  return (
    name.length <= 214 && namePattern.test(name) && name !== 'node_modules' && name !== 'favicon.ico' && !name.split('/').includes('..')
  );
}
