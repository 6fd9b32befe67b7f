import { browserClock } from '../browser/browser-ports.ts';
import type { ProjectMirror } from '../project/project-mirror.ts';
import type { ProjectService } from '../project/project-service.ts';
import type { ProblemService } from '../runtime/problems/problem-service.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { Workspace } from '../runtime/types.ts';
import { createReadBuffer, encodeListing } from '../types-service/shared-reads.ts';
import { createTypesClient, type TypesWorker } from '../types-service/types-client.ts';
import type { ReadRequest } from '../types-service/types-messages.ts';
import { createTypesService, type TypesService } from '../types-service/types-service.ts';

interface TypesParts {
  project: ProjectService;
  mirror: ProjectMirror;
  problems: ProblemService;
  /** `null` if this browser cannot share memory between a page and its workers. */
  createTypesWorker: (() => TypesWorker) | null;
}

/** Starts the open project's types service; returns null if it is not supported. */
export function startTypes({ project, mirror, problems, createTypesWorker }: TypesParts): TypesService | null {
  if (createTypesWorker === null) return null;
  const workspace = project.workspace('user');
  const paths = () => mirror.files().keys();
  const client = createTypesClient({
    createWorker: createTypesWorker,
    createBuffer: createReadBuffer,
    paths,
    read: (request) => readFor(request, workspace),
    clock: browserClock,
  });
  const service = createTypesService({
    client,
    clock: browserClock,
    paths,
    async listFolder(path) {
      const place = toWorkspacePath(path);
      return place === null ? null : (await workspace.readDirectory(place)).map(({ name }) => name);
    },
    publish: (found) =>
      problems.setTypeProblems(
        found.map(({ path, line, message, code, severity }) => ({
          source: 'build',
          tool: 'TypeScript',
          message: code === null ? message : `TS${code}: ${message}`,
          file: path,
          line,
          count: 1,
          ...(severity === 'warning' ? { isWarning: true as const } : {}),
        })),
      ),
  });
  project.onFileEvent(service.onFileEvent);
  return service;
}

async function readFor({ kind, path }: ReadRequest, workspace: Workspace): Promise<Uint8Array | null> {
  const place = toWorkspacePath(path);
  if (place === null) return null;
  return kind === 'file' ? workspace.readFile(place) : encodeListing(await workspace.readDirectory(place));
}

export function createTypesWorker(): TypesWorker {
  return new Worker(new URL('../types-service/types-worker.ts', import.meta.url), { type: 'module', name: 'types' });
}
