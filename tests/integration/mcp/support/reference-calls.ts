/** The official reference servers with one call of each listed tool, ordered so that each finds its prerequisites. */
export interface ReferenceServer {
  /** Its package, without the scope. */
  name: string;
  /** `folder` is the folder it may use. */
  args(folder: string): string[];
  calls(folder: string): readonly [tool: string, input: Record<string, unknown>][];
}

export const REFERENCE_SERVERS: readonly ReferenceServer[] = [
  {
    name: 'server-everything',
    args: () => [],
    calls: () => [
      ['echo', { message: 'hello' }],
      ['get-annotated-message', { messageType: 'success', includeImage: true }],
      ['get-env', {}],
      ['get-resource-links', { count: 2 }],
      ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
      ['get-structured-content', { location: 'Chicago' }],
      ['get-sum', { a: 2, b: 3 }],
      ['get-tiny-image', {}],
      ['gzip-file-as-resource', { name: 'a.gz', data: 'data:text/plain;base64,aGVsbG8=', outputType: 'resource' }],
      ['toggle-simulated-logging', {}],
      ['toggle-subscriber-updates', {}],
      ['trigger-long-running-operation', { duration: 0.4, steps: 2 }],
      ['simulate-research-query', { topic: 'rivers' }],
    ],
  },
  {
    name: 'server-filesystem',
    args: (folder) => [folder],
    calls: (folder) => [
      ['list_allowed_directories', {}],
      ['create_directory', { path: `${folder}/notes` }],
      ['write_file', { path: `${folder}/notes/a.txt`, content: 'one\ntwo\n' }],
      ['read_file', { path: `${folder}/notes/a.txt` }],
      ['read_text_file', { path: `${folder}/notes/a.txt`, head: 1 }],
      ['read_media_file', { path: `${folder}/notes/a.txt` }],
      ['read_multiple_files', { paths: [`${folder}/notes/a.txt`] }],
      ['edit_file', { path: `${folder}/notes/a.txt`, edits: [{ oldText: 'one', newText: 'three' }] }],
      ['list_directory', { path: `${folder}/notes` }],
      ['list_directory_with_sizes', { path: `${folder}/notes` }],
      ['directory_tree', { path: folder }],
      ['search_files', { path: folder, pattern: '**/*.txt' }],
      ['get_file_info', { path: `${folder}/notes/a.txt` }],
      ['move_file', { source: `${folder}/notes/a.txt`, destination: `${folder}/notes/b.txt` }],
    ],
  },
  {
    name: 'server-memory',
    args: () => [],
    calls: () => [
      ['create_entities', { entities: [{ name: 'Ada', entityType: 'person', observations: ['counts'] }] }],
      ['create_relations', { relations: [{ from: 'Ada', to: 'Ada', relationType: 'knows' }] }],
      ['add_observations', { observations: [{ entityName: 'Ada', contents: ['writes'] }] }],
      ['read_graph', {}],
      ['search_nodes', { query: 'Ada' }],
      ['open_nodes', { names: ['Ada'] }],
      ['delete_observations', { deletions: [{ entityName: 'Ada', observations: ['writes'] }] }],
      ['delete_relations', { relations: [{ from: 'Ada', to: 'Ada', relationType: 'knows' }] }],
      ['delete_entities', { entityNames: ['Ada'] }],
    ],
  },
  {
    name: 'server-sequential-thinking',
    args: () => [],
    calls: () => [['sequentialthinking', { thought: 'First.', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }]],
  },
];

/** Offered by `server-everything` if the client can report a folder, as in the engine. */
export const ROOTS_CALL: [tool: string, input: Record<string, unknown>] = ['get-roots-list', {}];

/** The number of tools of all four servers, without that one. */
export const REFERENCE_TOOLS = 37;
