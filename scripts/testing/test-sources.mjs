/**
 * Determines the files on which the result of a unit test depends: all that it imports, and all that it or its helpers name in a text. A
 * test whose sources cannot be known that way (it lists folders or starts programs) has none, and always runs.
 * `loaded-modules-reporter.mjs` fails the run if a test has loaded a module that is not among its sources.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { codeHash } from './code-hash.mjs';

/** A change to one of these may change the outcome of any unit test. */
const EVERYWHERE =
  /^(?:(?:packages\/[^/]+\/)?package\.json|package-lock\.json|vitest\.config\.ts|tsconfig\.json|tests\/setup\/.*|config\/.*|scripts\/testing\/property-seed\.mjs)$/;
/** Code that is only there for tests, and may read files. */
const IS_FOR_TESTS = /^(?:tests|scripts|config)\/|\/testing\/|\.test\.tsx?$/;
const ABOUT_ITSELF = /(?<![.\w])sourceFiles\(|\.cwd\(|import\.meta\.(?:dirname|filename)|\bglobby\b|\b__dirname\b/;
const STARTS = /\bchild_process\b/;
const LISTS = /\b(?:readdir|readdirSync|opendir|opendirSync|glob|globSync)\b/;
const FILE_SYSTEM = /['"](?:node:)?fs(?:\/promises)?['"]/;
/** Code that is run by a path which is not a text here may be any file that is named. */
const RUNS_COMPUTED = /\b(?:import|require|importActual|Worker)\((?!\s*['"`])/;
/** Types are gone when a test runs. */
const TYPE_IMPORT = /^(?:import|export) type [^;'"]*? from (['"])[^'"\n]+\1;?$/gm;
const READS = /\breadFile(?:Sync)?\(|\bcreateReadStream\(/;
const TEXT = /(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g;
const PROTOCOL = 'devonz-engine-protocol/';
/** A text that an import or a worker's address may be. */
const IS_SPECIFIER = /^(?:\.\.?(?:\/|$)|devonz-engine-protocol\/)/;
const GLOB = 'import.meta.glob';
/** As many imports as the naming of a folder counts for. */
const FOLDER_DISTANCE = 3;
/** Names that a test may use for files of its own; the outcome depends on ours only if it reads files of the disk. */
const PLAIN_NAME = /^[\w@-][\w.@-]*$/;

/**
 * `isOpen`: what else it reads is not known. `run`: those of `files` whose code may run, and `runsFolders`: whether files in `folders`
 * may. The others are at most read, so what they do when they run does not matter, unless some code runs any file that it gets the path of (`runsAny`).
 *
 * @typedef {{ files: readonly string[], run: readonly string[], folders: readonly string[], runsFolders: boolean, runsAny: boolean, reads: boolean, isOpen: boolean }} Named
 */

/** @param {string} code */
export function withoutTypeImports(code) {
  return code.replaceAll(TYPE_IMPORT, '');
}

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
      : { files: [], run: [], folders: [], runsFolders: false, runsAny: false, reads: false, isOpen: false };
    named.set(file, found);
    return found;
  };

  const filesBelow = (/** @type {readonly string[]} */ below) =>
    below.length === 0 ? [] : files.filter((one) => below.some((folder) => one.startsWith(`${folder}/`)));

  /** @param {string} test @param {readonly string[]} first @param {(named: Named) => readonly string[]} nextOf */
  const reachedFrom = (test, first, nextOf) => {
    const reached = new Set([test, ...first]);
    const waiting = [test];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      for (const one of nextOf(namedBy(file))) {
        if (reached.has(one)) continue;
        reached.add(one);
        waiting.push(one);
      }
    }
    return reached;
  };

  return {
    /**
     * Returns the files on which the test's result depends, itself included, or null if they cannot be known.
     *
     * @param {string} test @returns {ReadonlySet<string> | null}
     */
    sourcesOf(test) {
      const some = (/** @type {ReadonlySet<string>} */ reached, /** @type {'isOpen' | 'runsAny'} */ what) =>
        [...reached].some((file) => namedBy(file)[what]);
      const run = reachedFrom(test, [], ({ run: next, folders: below, runsFolders }) => [...next, ...filesBelow(runsFolders ? below : [])]);
      if (some(run, 'isOpen')) return null;
      const sources = reachedFrom(test, global, ({ files: next, folders: below }) => [...next, ...filesBelow(below)]);
      return some(run, 'runsAny') && some(sources, 'isOpen') ? null : sources;
    },

    /** Returns true if a test with these sources may read a source as a text, whose comments then matter. @param {ReadonlySet<string>} all */
    readsTexts: (all) => [...all].some((file) => !EVERYWHERE.test(file) && namedBy(file).reads),

    /**
     * Returns each file that the changed files can reach, with the number of imports between it and the nearest one of them. A file that
     * names a folder is further away than one that names a file.
     *
     * @param {readonly string[]} changed @returns {ReadonlyMap<string, number>}
     */
    distancesFrom(changed) {
      /** @type {Map<string, string[]>} */
      const namers = new Map();
      for (const file of files) {
        const { files: next, folders: below } = namedBy(file);
        for (const place of [...next, ...below]) {
          const known = namers.get(place);
          if (known === undefined) namers.set(place, [file]);
          else known.push(file);
        }
      }
      /** @type {Map<string, number>} */
      const distances = new Map();
      /** The files at each distance. @type {string[][]} */
      const rings = [[...changed], changed.some((file) => EVERYWHERE.test(file)) ? [...files] : []];
      const put = (/** @type {number} */ distance, /** @type {readonly string[]} */ found = []) => {
        const ring = rings[distance] ?? [];
        ring.push(...found);
        rings[distance] = ring;
      };
      for (const [distance, ring] of rings.entries()) {
        for (const file of ring ?? []) {
          if (distances.has(file)) continue;
          distances.set(file, distance);
          put(distance + 1, namers.get(file));
          for (const folder of foldersAbove(file)) put(distance + FOLDER_DISTANCE, namers.get(folder));
        }
      }
      return distances;
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
  const loadsFolders = code.includes(GLOB);
  const mayNameFolders = isForTests || loadsFolders;
  const runsAny = isForTests && RUNS_COMPUTED.test(code);
  /** @type {Set<string>} */
  const files = new Set();
  /** @type {Set<string>} */
  const run = new Set();
  /** @type {Set<string>} */
  const below = new Set();
  let isOpen = isForTests && isUnknown(withoutTypeImports(code));
  for (const [, , text = ''] of code.matchAll(TEXT)) {
    if (text.length > 300) continue;
    for (const place of placesOf(file, text, isForTests, reads)) {
      if (all.has(place)) {
        files.add(place);
        if (IS_SPECIFIER.test(text)) run.add(place);
      } else if (mayNameFolders && folders.has(place)) {
        if (place.includes('/') || !isForTests || loadsFolders) below.add(place);
        // A whole top folder: nearly everything would be its source.
        else if (reads) isOpen = true;
      }
    }
  }
  return { files: [...files], run: [...run], folders: [...below], runsFolders: loadsFolders, runsAny, reads, isOpen };
}

/** @param {string} code */
function isUnknown(code) {
  return ABOUT_ITSELF.test(code) || STARTS.test(code) || (LISTS.test(code) && FILE_SYSTEM.test(code));
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
  const isFile = (/** @type {string} */ file) => existsSync(file) && statSync(file).isFile();
  const textOf = onceForEach((file) => (isFile(file) ? createHash('sha256').update(readFileSync(file)).digest('base64') : ''));
  const codeOf = onceForEach((file) => (isFile(file) ? codeHash(file, readFileSync(file)) : ''));
  return new Map(
    tests.flatMap((test) => {
      const known = sources.sourcesOf(test);
      if (known === null) return [];
      const hash = createHash('sha256');
      const hashOfFile = sources.readsTexts(known) ? textOf : codeOf;
      for (const file of [...known].sort()) hash.update(`${file}\0${hashOfFile(file)}\n`);
      return [[test, hash.digest('hex').slice(0, 16)]];
    }),
  );
}

/** @param {(file: string) => string} make */
function onceForEach(make) {
  /** @type {Map<string, string>} */
  const made = new Map();
  return (/** @type {string} */ file) => {
    const known = made.get(file) ?? make(file);
    made.set(file, known);
    return known;
  };
}
