import { type ElementSource, PICK_LIMITS } from 'devonz-engine-protocol/page-pick';

/** The information of a framework's development build about an element. */
export interface ElementOrigin {
  /** Ordered from the outermost to the innermost. */
  components: string[];
  /** Ordered by likelihood, the most likely first. */
  sources: ElementSource[];
}

/** Attributes of various tools that contain a value like `src/App.tsx:12:3`. */
const PLACES = ['data-source', 'data-source-loc', 'data-locatorjs', 'data-locator', 'data-v-inspector', 'data-insp-path'];
/** Attribute pairs of tools that store the file and the line separately. */
const FILES = [
  ['data-astro-source-file', 'data-astro-source-loc'],
  ['data-inspector-relative-path', 'data-inspector-line'],
] as const;
/** The maximum number of lines of one stack; the rest belongs to the framework. */
const MOST_LINES = 8;

/** Returns the origin of an element, or of its nearest ancestor that a framework knows. Empty if no framework provides it. */
export function elementOrigin(element: Element): ElementOrigin {
  const known = [attributeOrigin, svelteOrigin, reactOrigin, vueOrigin].map((read) => {
    try {
      return read(element);
    } catch {
      // The page may have changed these in any way.
      return NOTHING;
    }
  });
  return {
    components: (known.find(({ components }) => components.length > 0) ?? NOTHING).components
      .slice(-PICK_LIMITS.components)
      .map((name) => name.slice(0, PICK_LIMITS.component)),
    sources: known.flatMap(({ sources }) => sources).slice(0, PICK_LIMITS.sources),
  };
}

const NOTHING: ElementOrigin = { components: [], sources: [] };

function attributeOrigin(element: Element): ElementOrigin {
  const places = PLACES.flatMap((name) => {
    const value = element.closest(`[${name}]`)?.getAttribute(name) ?? '';
    const [, file, line] = /^(.+?):(\d+)(?::\S*)?$/.exec(value) ?? [];
    return file === undefined ? [] : [fileSource(file, Number(line))];
  });
  const files = FILES.flatMap(([fileName, lineName]) => {
    const holder = element.closest(`[${fileName}]`);
    const file = holder?.getAttribute(fileName) ?? '';
    return file === '' ? [] : [fileSource(file, Number.parseInt(holder?.getAttribute(lineName) ?? '', 10))];
  });
  return { components: [], sources: [...places, ...files].flat() };
}

/** Reads `__svelte_meta`: the place in the file, and the enclosing components. */
function svelteOrigin(element: Element): ElementOrigin {
  const found = nearest(element, (each) => get(each, '__svelte_meta'));
  const components: string[] = [];
  for (const at of chain(get(found, 'parent'), 'parent'))
    if (get(at, 'type') === 'component') components.unshift(fileStem(get(at, 'file')));
  const file = get(get(found, 'loc'), 'file');
  if (typeof file !== 'string') return NOTHING;
  return { components: [...components, fileStem(file)].filter(Boolean), sources: fileSource(file, get(get(found, 'loc'), 'line')) };
}

/** Up to React 18 an element's fiber contains its place; since React 19, the stack of the call that created it. */
function reactOrigin(element: Element): ElementOrigin {
  const fiber = nearest(element, (each) => get(each, Object.keys(each).find((name) => name.startsWith('__reactFiber$')) ?? ''));
  const components: string[] = [];
  const files: ElementSource[] = [];
  const stacks: string[] = [];
  // Elements created by a package's component have no place in the project, but the component's own creator may.
  for (const at of chain(fiber, '_debugOwner')) {
    const source = get(at, '_debugSource');
    files.push(...fileSource(get(source, 'fileName'), get(source, 'lineNumber')));
    // Components that ran on a server use a different property name.
    const stack = get(get(at, '_debugStack') ?? get(at, 'debugStack'), 'stack');
    if (typeof stack === 'string') stacks.push(stack.split('\n').slice(0, MOST_LINES).join('\n'));
    components.unshift(...reactName(at));
  }
  const stack = stacks.join('\n').slice(0, PICK_LIMITS.stack);
  return { components, sources: [...files, ...(stack === '' ? [] : [{ type: 'stack' as const, stack }])] };
}

function reactName(fiber: unknown): string[] {
  const type = get(fiber, 'type');
  if (typeof type === 'string') return [];
  // `memo` and `forwardRef` wrap the function; a server component has only a name.
  const inner = get(type, 'type') ?? get(type, 'render');
  const names = [type, inner].flatMap((each) => [get(each, 'displayName'), get(each, 'name')]);
  const name = [...names, get(fiber, 'name')].find((each) => typeof each === 'string' && each !== '');
  return typeof name === 'string' ? [name] : [];
}

function vueOrigin(element: Element): ElementOrigin {
  const instance = nearest(element, (each) => get(each, '__vueParentComponent'));
  const components: string[] = [];
  const sources: ElementSource[] = [];
  for (const at of chain(instance, 'parent')) {
    const type = get(at, 'type');
    const file = get(type, '__file');
    const name = [get(type, '__name'), get(type, 'name'), fileStem(file)].find((each) => typeof each === 'string' && each !== '');
    if (typeof name === 'string') components.unshift(name);
    sources.push(...fileSource(file, null));
  }
  return { components, sources };
}

function fileSource(file: unknown, line: unknown): ElementSource[] {
  if (typeof file !== 'string' || file === '' || file.length > PICK_LIMITS.file) return [];
  return [{ type: 'file', file, line: Number.isSafeInteger(line) && Number(line) > 0 ? Number(line) : null }];
}

function fileStem(file: unknown): string {
  return typeof file === 'string' ? file.slice(file.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '') : '';
}

/** Returns the first value found for the element or an ancestor. */
function nearest(element: Element, read: (element: Element) => unknown): unknown {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const found = read(at);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

/** Follows the links; limited, because a page may have created a cycle. */
function* chain(first: unknown, next: string): Generator<unknown> {
  let at = first;
  for (let length = 0; length < PICK_LIMITS.components && typeof at === 'object' && at !== null; length += 1) {
    yield at;
    at = get(at, next);
  }
}

function get(value: unknown, key: string): unknown {
  return (typeof value === 'object' && value !== null) || typeof value === 'function' ? Reflect.get(value, key) : undefined;
}
