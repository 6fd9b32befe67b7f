import ts from 'typescript';
import type { ProjectSurvey, TypeAnswer, TypeProblem, TypeQuestion } from '../type-questions.ts';
import { checkConfiguration, checkFile } from './check-file.ts';
import { completionDetail, completionsAt } from './completions.ts';
import { type Configuration, Configurations } from './configurations.ts';
import { LanguageProject, SOURCE_FILE } from './language-project.ts';
import type { LibraryFiles } from './library-files.ts';
import { definitionsAt, hoverAt, signatureAt } from './look-up.ts';
import { missingPackages } from './missing-packages.ts';
import { outlineOf } from './outline.ts';
import type { ProjectFiles } from './project-files.ts';

/** Limit of programs that are kept: each has its own view of the libraries and packages. */
const MOST_PROJECTS = 4;

/** Answers questions about a project's types, independently of pages, workers and clocks. */
export class TypeChecker {
  readonly #files: ProjectFiles;
  readonly #libraries: () => LibraryFiles;
  readonly #configurations: Configurations;
  readonly #registry = ts.createDocumentRegistry(true);
  /** By the path of their configuration, the most recently used last. */
  readonly #projects = new Map<string | null, LanguageProject>();

  constructor(files: ProjectFiles, libraries: () => LibraryFiles) {
    this.#files = files;
    this.#libraries = libraries;
    this.#configurations = new Configurations(files);
  }

  /** Returns `null` if there is nothing at that place. */
  answer(question: TypeQuestion): TypeAnswer | null {
    if (question.kind === 'survey') return this.#survey();
    if (!SOURCE_FILE.test(question.path)) return null;
    const project = this.#projectOf(this.#configurations.of(question.path));
    if (question.kind === 'check') return checkFile(project, this.#files, question.path);
    const name = project.isTooLong(question.path) ? null : project.take(question.path);
    if (name === null) return null;
    if (question.kind === 'outline') return outlineOf(project.service, name);
    const place = { service: project.service, name, offset: question.offset };
    switch (question.kind) {
      case 'hover':
        return hoverAt(place);
      case 'complete':
        return completionsAt(place);
      case 'completion-detail':
        return completionDetail(place, question.item);
      case 'definition':
        return definitionsAt(place, this.#libraries());
      case 'signature':
        return signatureAt(place);
    }
  }

  #projectOf(configuration: Configuration): LanguageProject {
    const key = configuration.path;
    const project = this.#projects.get(key) ?? new LanguageProject(configuration, this.#files, this.#libraries, this.#registry);
    project.configure(configuration);
    this.#projects.delete(key);
    this.#projects.set(key, project);
    const [oldest] = this.#projects;
    if (oldest && this.#projects.size > MOST_PROJECTS) {
      oldest[1].service.dispose();
      this.#projects.delete(oldest[0]);
    }
    return project;
  }

  #survey(): ProjectSurvey {
    const paths = new Set<string>();
    const missing = new Set<string>();
    const problems: TypeProblem[] = [];
    for (const configuration of this.#configurations.all()) {
      for (const path of configuration.files) {
        if (SOURCE_FILE.test(path) && this.#files.paths().has(path)) paths.add(path);
      }
      for (const name of missingPackages(this.#files, configuration.folder).missing) missing.add(name);
      if (configuration.path !== null) problems.push(...checkConfiguration(this.#projectOf(configuration), this.#files));
    }
    return { paths: [...paths], problems, missing: [...missing] };
  }
}
