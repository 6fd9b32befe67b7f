import type { Clock } from '../agent/contract/ports.ts';
import type { FileEvent } from '../runtime/types.ts';
import { $openFiles, type OpenFile } from '../stores/files.ts';
import { $typesNote, $typesVersion } from '../stores/types.ts';
import { createCheckRounds } from './check-rounds.ts';
import { createPackageWatch } from './package-watch.ts';
import type {
  FileCheck,
  ProjectSurvey,
  TypeAnswers,
  TypeProblem,
  TypeQuestion,
  TypeQuestionKind,
  TypeQuestionOf,
} from './type-questions.ts';
import { type TypesClient, TypesEndedError } from './types-client.ts';
import { TYPES_TEXT } from './types-text.ts';
import { createWorkerEnds, type TypesTrouble, type WorkerEnds } from './worker-ends.ts';

/** The user's side of the types service. */
export interface TypesActions {
  /** Checks the project's types if it has a configuration: somebody reads its problems. */
  checkTypes(): void;
  /** Resolves with `null` if nothing is known. */
  askTypes<Kind extends TypeQuestionKind>(question: TypeQuestionOf<Kind>): Promise<TypeAnswers[Kind] | null>;
}

export interface TypesService extends TypesActions {
  onFileEvent(event: FileEvent): void;
  /** Resolves when all changes are checked, or after a timeout. */
  settled(): Promise<void>;
  /** Why type errors may be missing at the moment, for the agent; null if none are. */
  note(): string | null;
  /** Call it when the project is closed. */
  leave(): void;
}

export interface TypesServiceDependencies {
  client: TypesClient;
  clock: Pick<Clock, 'after'>;
  /** Returns the paths of all project files. */
  paths(): Iterable<string>;
  /** Lists a folder that is not watched; null if it does not exist. */
  listFolder(path: string): Promise<readonly string[] | null>;
  /** Receives all current problems. */
  publish(problems: readonly TypeProblem[]): void;
}

const TYPED_FILE = /\.(?:[cm]?ts|tsx)$/;
const SOURCE_FILE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const LOCK_FILE = /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/;
const CONFIGURATION = /(?:^|\/)[jt]sconfig\.json$/;

/** Milliseconds between a change and the check of open files, because the user may still be typing. */
const TYPING_PAUSE_MS = 500;
/** Limit of files for automatic checks: in a larger project, only open files are checked. */
const MOST_CHECKED = 400;
/** Milliseconds that the agent waits for type checks. */
const LONGEST_WAIT_MS = 8_000;

/** Checks the open project's types in the background, and answers the editor's questions. */
export function createTypesService(dependencies: TypesServiceDependencies): TypesService {
  const { client, clock } = dependencies;
  const results = createResults(dependencies.publish);
  const ends = createWorkerEnds({
    clock,
    onChange: (trouble) => results.setTrouble(trouble),
    onRetry: () => isWanted() && rounds.schedule(0),
  });
  const ask = createAsking(client, ends, results);
  let isAsked = false;
  const isWanted = () => !ends.isOff() && (isAsked || [...$openFiles.get().keys()].some((path) => TYPED_FILE.test(path)));
  const rounds = createCheckRounds(clock, async (isCurrent) => {
    if (!isWanted()) return;
    const surveyed = await checkAll(ask, results, () => isCurrent() && !ends.isOff());
    if (surveyed === null) return;
    ends.noteWhole();
    packages.follow(surveyed.missing);
  });
  const packages = createPackageWatch({
    ...dependencies,
    onChange() {
      client.forgetPackages();
      rounds.schedule(0);
    },
  });
  const scheduleIfWanted = () => isWanted() && rounds.schedule(TYPING_PAUSE_MS);
  $openFiles.listen((open, before) => {
    const changed = changedTexts(before ?? new Map(), open);
    for (const path of changed) ends.unblock(path);
    if (changed.length > 0) scheduleIfWanted();
  });
  const checkTypes = () => {
    isAsked ||= [...dependencies.paths()].some((path) => CONFIGURATION.test(path));
    if (isWanted() && !client.isRunning() && rounds.isResting()) rounds.schedule(0);
  };
  return {
    checkTypes,
    async askTypes<Kind extends TypeQuestionKind>(question: TypeQuestionOf<Kind>) {
      const isKnown = question.kind !== 'check' || client.isRunning() || isWanted();
      if (!isKnown) return null;
      client.showTexts(openTexts());
      return ask(question, true);
    },
    onFileEvent(event) {
      const { path } = event;
      ends.unblock(path);
      if (event.type === 'changed') client.changeFiles([path], []);
      else {
        // Also for a new folder, which may replace another entry; its content is reported separately.
        client.changeFiles([], [path]);
        results.remove(path);
      }
      if (LOCK_FILE.test(path)) client.forgetPackages();
      scheduleIfWanted();
    },
    async settled() {
      checkTypes();
      if (isWanted()) await rounds.settled(LONGEST_WAIT_MS);
    },
    note() {
      const trouble = ends.trouble();
      if (trouble !== null) return TYPES_TEXT.troubleForAgent(trouble);
      return isWanted() && !rounds.isResting() ? TYPES_TEXT.stillChecking : null;
    },
    leave() {
      rounds.cancel();
      isAsked = false;
      client.end();
      packages.stop();
      ends.clear();
      results.clear();
    },
  };
}

type Ask = <Kind extends TypeQuestionKind>(question: TypeQuestionOf<Kind>, isUrgent: boolean) => Promise<TypeAnswers[Kind] | null>;

/** Asks the client, and records results and failures of the worker. Failures are trouble of ours, not problems of the project. */
function createAsking(client: TypesClient, ends: WorkerEnds, results: ReturnType<typeof createResults>): Ask {
  return async <Kind extends TypeQuestionKind>(question: TypeQuestionOf<Kind>, isUrgent: boolean) => {
    // The cast is needed because the compiler does not relate a kind to its fields.
    const asked = question as TypeQuestion;
    const path = asked.kind === 'survey' ? null : asked.path;
    if (ends.isOff() || (path !== null && ends.isBlocked(path))) return null;
    try {
      const answer = await client.ask<Kind>(question, isUrgent);
      // The answer to a check is a FileCheck.
      if (asked.kind === 'check' && answer !== null) results.put(asked.path, answer as FileCheck);
      return answer;
    } catch (error) {
      if (!(error instanceof TypesEndedError)) throw error;
      ends.note(path, error.message);
      // Problems found in its earlier text may be fixed.
      if (path !== null) results.remove(path);
      return null;
    }
  };
}

/** Checks open files first, then the rest of the project. Returns null if it was cancelled. */
async function checkAll(ask: Ask, results: ReturnType<typeof createResults>, isCurrent: () => boolean): Promise<ProjectSurvey | null> {
  const open = [...openTexts().keys()].filter((path) => SOURCE_FILE.test(path));
  for (const path of open) if (isCurrent()) await ask({ kind: 'check', path }, false);
  const surveyed = isCurrent() ? await ask({ kind: 'survey' }, false) : null;
  if (surveyed === null || !isCurrent()) return null;
  const others = surveyed.paths.length > MOST_CHECKED ? [] : surveyed.paths.filter((path) => !open.includes(path));
  for (const path of others) if (isCurrent()) await ask({ kind: 'check', path }, false);
  if (!isCurrent()) return null;
  results.keepOnly(new Set([...open, ...others]), surveyed.problems);
  $typesVersion.set($typesVersion.get() + 1);
  return surveyed;
}

/** Returns the texts of the open files that the agent is not writing. */
function openTexts(): ReadonlyMap<string, string> {
  const open = [...$openFiles.get().values()].filter(
    ({ isBeingWritten, isBinary, isReadOnly }) => !isBeingWritten && !isBinary && !isReadOnly,
  );
  return new Map(open.map(({ path, text }) => [path, text]));
}

function changedTexts(before: ReadonlyMap<string, OpenFile>, after: ReadonlyMap<string, OpenFile>): string[] {
  const isChanged = ([path, file]: [string, OpenFile]) => !file.isBeingWritten && before.get(path)?.text !== file.text;
  return [...[...after].filter(isChanged).map(([path]) => path), ...[...before.keys()].filter((path) => !after.has(path))];
}

/** The results, by file. */
function createResults(publish: (problems: readonly TypeProblem[]) => void) {
  const checks = new Map<string, FileCheck>();
  let general: readonly TypeProblem[] = [];
  let trouble: TypesTrouble | null = null;
  const tell = () => {
    const all = [...general, ...[...checks.values()].flatMap(({ problems }) => problems)];
    publish(all.filter(({ severity }) => severity !== 'hint'));
    const missing = new Set([...checks.values()].flatMap((check) => check.missing));
    if (trouble !== null) $typesNote.set(TYPES_TEXT.trouble(trouble));
    else if (missing.size > 0) $typesNote.set(TYPES_TEXT.missing([...missing].sort()));
    else $typesNote.set(null);
  };
  return {
    put(path: string, check: FileCheck) {
      checks.set(path, check);
      tell();
    },
    remove(gone: string) {
      for (const path of checks.keys()) if (path === gone || path.startsWith(`${gone}/`)) checks.delete(path);
      tell();
    },
    keepOnly(paths: ReadonlySet<string>, problems: readonly TypeProblem[]) {
      for (const path of checks.keys()) if (!paths.has(path)) checks.delete(path);
      general = problems;
      tell();
    },
    setTrouble(given: TypesTrouble | null) {
      trouble = given;
      tell();
    },
    clear() {
      checks.clear();
      general = [];
      trouble = null;
      tell();
    },
  };
}
