/**
 * Determines the files on which the result of a unit test depends: all that it imports, and all that it or its helpers name in a text. A
 * test whose sources cannot be known that way (it lists folders or starts programs) has none, and always runs.
 * `loaded-modules-reporter.mjs` fails the run if a test has loaded a module that is not among its sources.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';

/** A change to one of these may change the outcome of any unit test. */
const EVERYWHERE =
  /^(?:(?:packages\/[^/]+\/)?package\.json|package-lock\.json|vitest\.config\.ts|tsconfig\.json|tests\/setup\/.*|config\/.*|scripts\/testing\/property-seed\.mjs)$/;
/** Code that is only there for tests, and may read files. */
const IS_FOR_TESTS = /^(?:tests|scripts|config)\/|\/testing\/|\.test\.tsx?$/;
const LISTS_OR_STARTS =
  /(?<![.\w])(?:readdir|readdirSync|glob|globSync|opendir|execFile|execFileSync|exec|execSync|spawn|spawnSync|fork|sourceFiles)\(|\.cwd\(|import\.meta\.(?:dirname|filename)|\bglobby\b|\b__dirname\b/;
const READS = /\breadFile(?:Sync)?\(|\bcreateReadStream\(/;
const TEXT = /(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g;
const PROTOCOL = 'devonz-engine-protocol/';
const GLOB = 'import.meta.glob';
/** Names that a test may use for files of its own; the outcome depends on ours only if it reads files of the disk. */
const PLAIN_NAME = /^[\w@-][\w.@-]*$/;

/** @typedef {{ files: readonly string[], folders: readonly string[], isOpen: boolean }} Named `isOpen`: what else it reads is not known. */

/**
 * @param {readonly string[]} files All files of the repository.
 * @param {(file: string) => string} read
 */
export function testSources(files, read = (file) => readFileSync(file, 'utf8')) {
  const all = new Set(files);
  const folders = new Set(files.flatMap(foldersAbove));
  /** @type {Map<string, Named>} */
  const named = new Map();
  const global = files.filter((file) => EVERYWHERE.test(file));

  const namedBy = (/** @type {string} */ file) => {
    const known = named.get(file);
    if (known !== undefined) return known;
    const found = /\.(?:[cm]?[jt]sx?|css)$/.test(file)
      ? namesIn(file, read(file), all, folders)
      : { files: [], folders: [], isOpen: false };
    named.set(file, found);
    return found;
  };

  return {
    /**
     * Returns the files on which the test's result depends, itself included, or null if they cannot be known.
     *
     * @param {string} test @returns {ReadonlySet<string> | null}
     */
    sourcesOf(test) {
      const sources = new Set([test, ...global]);
      const waiting = [test];
      for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
        const { files: next, folders: below, isOpen } = namedBy(file);
        if (isOpen) return null;
        const inFolders = below.length === 0 ? [] : files.filter((one) => below.some((folder) => one.startsWith(`${folder}/`)));
        for (const one of [...next, ...inFolders]) {
          if (sources.has(one)) continue;
          sources.add(one);
          waiting.push(one);
        }
      }
      return sources;
    },
  };
}

/** @param {string} file @returns {string[]} */
function foldersAbove(file) {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)];
}

/** @param {string} file @param {string} code @param {ReadonlySet<string>} all @param {ReadonlySet<string>} folders @returns {Named} */
function namesIn(file, code, all, folders) {
  const isForTests = IS_FOR_TESTS.test(file);
  const reads = isForTests && READS.test(code);
  const mayNameFolders = isForTests || code.includes(GLOB);
  /** @type {Set<string>} */
  const files = new Set();
  /** @type {Set<string>} */
  const below = new Set();
  let isOpen = isForTests && LISTS_OR_STARTS.test(code);
  for (const [, , text = ''] of code.matchAll(TEXT)) {
    if (text.length > 300) continue;
    for (const place of placesOf(file, text, isForTests, reads)) {
      if (all.has(place)) files.add(place);
      else if (mayNameFolders && folders.has(place)) {
        if (place.includes('/') || !isForTests) below.add(place);
        // A whole top folder: nearly everything would be its source.
        else if (reads) isOpen = true;
      }
    }
  }
  return { files: [...files], folders: [...below], isOpen };
}

/**
 * Returns the paths that a text may mean.
 *
 * @param {string} file @param {string} text @param {boolean} isForTests @param {boolean} reads
 */
function placesOf(file, text, isForTests, reads) {
  const [path = ''] = text.split(/[?#]/);
  // Of a pattern and of a path that is put together, the folder is known.
  const variable = path.search(/\$\{|\*/);
  const fixed = variable === -1 ? path : path.slice(0, Math.max(0, path.lastIndexOf('/', variable)));
  if (fixed === '') return [];
  const places = [];
  if (/^\.\.?(?:\/|$)/.test(fixed)) places.push(normalize(join(dirname(file), fixed)));
  else if (fixed.startsWith(PROTOCOL)) places.push(`packages/engine-protocol/src/${fixed.slice(PROTOCOL.length)}.ts`);
  else if (isForTests && (fixed.includes('/') || (reads && PLAIN_NAME.test(fixed))))
    places.push(normalize(fixed), normalize(join(dirname(file), fixed)));
  return places.map((place) => place.replace(/\/$/, '')).filter((place) => place !== '' && !place.startsWith('..'));
}

/**
 * Returns a hash of each test's sources; tests whose sources cannot be known are left out.
 *
 * @param {readonly string[]} tests
 * @param {readonly string[]} files
 * @returns {Map<string, string>}
 */
export function hashesOf(tests, files) {
  const sources = testSources(files);
  /** @type {Map<string, string>} */
  const contents = new Map();
  const contentOf = (/** @type {string} */ file) => {
    const known = contents.get(file);
    if (known !== undefined) return known;
    const made = existsSync(file) && statSync(file).isFile() ? createHash('sha256').update(readFileSync(file)).digest('base64') : '';
    contents.set(file, made);
    return made;
  };
  return new Map(
    tests.flatMap((test) => {
      const known = sources.sourcesOf(test);
      if (known === null) return [];
      const hash = createHash('sha256');
      for (const file of [...known].sort()) hash.update(`${file}\0${contentOf(file)}\n`);
      return [[test, hash.digest('hex').slice(0, 16)]];
    }),
  );
}
