import ts from 'typescript';
import type { FileCheck, TypeProblem } from '../type-questions.ts';
import type { LanguageProject } from './language-project.ts';
import { missingPackages, packageOf } from './missing-packages.ts';
import { folderOf, type ProjectFiles, toRelative } from './project-files.ts';

/** Limit of problems per file: the first ones suffice to begin with. */
const MOST_PROBLEMS = 100;
const LONGEST_MESSAGE = 2_000;
/** “Cannot find module”, or its declarations. */
const NOT_FOUND = new Set([2307, 2792, 7016, 2732]);
/** Errors caused by packages whose types are missing: no JSX, no `process`, no `describe`, no entries of `types`. */
const WITHOUT_PACKAGES = new Set([2688, 2875, 7026, 2580, 2582, 2591, 2592, 2593, 2868, 2867, 6053]);
/** A file that is outside `rootDir`, or is JavaScript although that is not allowed. */
const NOT_OF_THE_PROJECT = new Set([6059, 6504]);
/** Files for other compilers, for which TypeScript has no types. */
const COMPONENT_FILE = /\.(?:vue|svelte|astro|mdx)$/;

export function checkFile(project: LanguageProject, files: ProjectFiles, path: string): FileCheck {
  const nothing: FileCheck = { problems: [], missing: [] };
  if (project.isTooLong(path)) return { ...nothing, problems: [tooLong(path)] };
  const name = project.take(path);
  if (name === null) return nothing;
  const { service } = project;
  const written = service.getSyntacticDiagnostics(name);
  const { missing, isNothingInstalled } = missingPackages(files, folderOf(path));
  if (isNothingInstalled) return { problems: toProblems(written), missing: [...missing] };
  const meant = service.getSemanticDiagnostics(name).filter((diagnostic) => !isComponentFile(diagnostic));
  const lacked = meant.some((diagnostic) => isOfMissing(diagnostic, missing)) ? [...missing] : [];
  return { problems: toProblems(lacked.length > 0 ? written : [...written, ...meant]), missing: lacked };
}

/** Returns problems of the configuration itself, at their positions. Omits those caused by missing packages. */
export function checkConfiguration(project: LanguageProject, files: ProjectFiles): TypeProblem[] {
  const { configuration, service } = project;
  const { missing } = missingPackages(files, configuration.folder);
  const all = [...configuration.errors, ...service.getCompilerOptionsDiagnostics()];
  const kept = all.filter(
    (diagnostic) =>
      !isOfAsked(diagnostic, project) && !(missing.size > 0 && (WITHOUT_PACKAGES.has(diagnostic.code) || isOfMissing(diagnostic, missing))),
  );
  return toProblems(kept, configuration.path);
}

/** Whether the problem is about a file that tsc would not read. */
function isOfAsked(diagnostic: ts.Diagnostic, project: LanguageProject): boolean {
  const path = NOT_OF_THE_PROJECT.has(diagnostic.code) ? toRelative(specifierIn(diagnostic) ?? '') : null;
  return path !== null && project.isOnlyAsked(path);
}

function isOfMissing(diagnostic: ts.Diagnostic, missing: ReadonlySet<string>): boolean {
  if (missing.size === 0) return false;
  if (WITHOUT_PACKAGES.has(diagnostic.code)) return true;
  const wanted = NOT_FOUND.has(diagnostic.code) ? specifierIn(diagnostic) : null;
  const name = wanted === null ? null : packageOf(wanted);
  return name !== null && (missing.has(name) || missing.has(`@types/${name.replace(/^@(.+)\//, '$1__')}`));
}

function isComponentFile(diagnostic: ts.Diagnostic): boolean {
  return NOT_FOUND.has(diagnostic.code) && COMPONENT_FILE.test(specifierIn(diagnostic) ?? '');
}

function specifierIn({ messageText }: ts.Diagnostic): string | null {
  return /'([^']+)'/.exec(ts.flattenDiagnosticMessageText(messageText, '\n'))?.[1] ?? null;
}

function toProblems(diagnostics: readonly ts.Diagnostic[], otherwiseAt: string | null = null): TypeProblem[] {
  const problems = diagnostics.map((diagnostic) => toProblem(diagnostic, otherwiseAt)).filter((problem) => problem !== null);
  const unique = new Map(problems.map((problem) => [`${problem.path}:${problem.from}:${problem.code}:${problem.message}`, problem]));
  return [...unique.values()].slice(0, MOST_PROBLEMS);
}

function toProblem({ file, start, length, category, code, messageText }: ts.Diagnostic, otherwiseAt: string | null): TypeProblem | null {
  const path = file === undefined ? otherwiseAt : toRelative(file.fileName);
  if (path === null) return null;
  const from = file === undefined ? 0 : (start ?? 0);
  const message = ts.flattenDiagnosticMessageText(messageText, '\n');
  return {
    path,
    line: file === undefined ? 1 : file.getLineAndCharacterOfPosition(from).line + 1,
    from,
    to: from + (length ?? 0),
    severity: category === ts.DiagnosticCategory.Error ? 'error' : category === ts.DiagnosticCategory.Warning ? 'warning' : 'hint',
    message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message,
    code,
  };
}

function tooLong(path: string): TypeProblem {
  const message = 'This file is too long to be checked for types. What it exports counts as any.';
  return { path, line: 1, from: 0, to: 0, severity: 'hint', message, code: null };
}
