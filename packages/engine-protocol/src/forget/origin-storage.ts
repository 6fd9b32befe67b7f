/** The kinds of data that an origin stores in a browser. */
export const STORAGE_KINDS = ['workers', 'databases', 'caches', 'files', 'local', 'session', 'cookies'] as const;

export type StorageKind = (typeof STORAGE_KINDS)[number];

/** The data of one kind, by name. Each call may reject, because damaged storage is emptied, too. */
export interface KeptThings {
  names(): Promise<readonly string[]>;
  remove(name: string): Promise<unknown>;
}

export type OriginStorage = Readonly<Record<StorageKind, KeptThings>>;

interface CookiePage {
  cookie: string;
}

interface TextStore {
  readonly length: number;
  key(place: number): string | null;
  removeItem(name: string): void;
}

/** The members of a window that are used. A browser may lack some. */
export interface OriginScope {
  readonly document: CookiePage;
  readonly indexedDB: IDBFactory;
  readonly caches?: CacheStorage;
  readonly navigator: { readonly serviceWorker?: ServiceWorkerContainer; readonly storage?: Partial<Pick<StorageManager, 'getDirectory'>> };
  readonly localStorage: TextStore;
  readonly sessionStorage: TextStore;
}

/** Creates access to an origin's data. `known` are databases to try even if the browser cannot list them. */
export function originStorage(scope: OriginScope, known: readonly string[] = []): OriginStorage {
  return {
    workers: workersOf(scope.navigator.serviceWorker),
    databases: databasesOf(scope.indexedDB, known),
    caches: { names: async () => (await scope.caches?.keys()) ?? [], remove: async (name) => scope.caches?.delete(name) },
    files: filesOf(scope.navigator.storage),
    local: textsOf(() => scope.localStorage),
    session: textsOf(() => scope.sessionStorage),
    cookies: cookiesOf(scope.document),
  };
}

function databasesOf(factory: IDBFactory, known: readonly string[]): KeptThings {
  return {
    async names() {
      const listed = await factory.databases().catch(() => null);
      // A browser that cannot list them cannot tell that they are gone either.
      return listed === null ? known : listed.flatMap(({ name }) => name ?? []);
    },
    remove: (name) => deleteDatabase(factory, name),
  };
}

/** Waits for pages that still have it open, which the browser has asked to close it. */
function deleteDatabase(factory: IDBFactory, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = factory.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error(name));
  });
}

function workersOf(container: ServiceWorkerContainer | undefined): KeptThings {
  const all = async () => (await container?.getRegistrations()) ?? [];
  return {
    names: async () => (await all()).map(({ scope }) => scope),
    remove: async (name) => (await all()).find(({ scope }) => scope === name)?.unregister(),
  };
}

function filesOf(storage: OriginScope['navigator']['storage']): KeptThings {
  const root = async () => (storage?.getDirectory === undefined ? null : storage.getDirectory());
  return {
    async names() {
      const folder = await root();
      const names: string[] = [];
      if (folder !== null) for await (const name of folder.keys()) names.push(name);
      return names;
    },
    remove: async (name) => (await root())?.removeEntry(name, { recursive: true }),
  };
}

/** Read each time: a browser that denies storage throws on access to the property. */
function textsOf(storage: () => TextStore): KeptThings {
  return {
    names: async () => Array.from({ length: storage().length }, (_, place) => storage().key(place) ?? ''),
    remove: async (name) => storage().removeItem(name),
  };
}

/** The cookies that scripts can see. */
function cookiesOf(page: CookiePage): KeptThings {
  return {
    names: async () => page.cookie.split(/;\s*/).flatMap((pair) => (pair === '' ? [] : [pair.split('=')[0] ?? ''])),
    remove: async (name) => {
      page.cookie = `${name}=; Path=/; Max-Age=0`;
    },
  };
}
