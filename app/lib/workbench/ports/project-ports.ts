import type { SearchProjects } from '../../project/catalog/project-search.ts';
import type { Format } from '../../project/format/format-service.ts';
import type { ImportReader } from '../../project/import/import-reader.ts';
import type { ComingSource } from '../../project/import/import-source.ts';
import type { PageSight } from '../../project/local-folder/watch-folder.ts';

/** Browser features for projects. */
export interface ProjectPorts {
  /** Runs in a worker. */
  readImport(source: ComingSource): ImportReader;
  searchProjects: SearchProjects;
  format: Format;
  sight: PageSight;
}
