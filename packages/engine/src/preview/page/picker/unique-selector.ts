/** The wanted number of steps of a path that does not lead all the way from the root. */
const WANTED_STEPS = 5;
const MOST_CLASSES = 2;
/** Attributes that tests use for lookups survive changes of the page. */
const TEST_ATTRIBUTES = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
/** Matches generated names, which change with the next build or render. */
const GENERATED =
  /^(?:css|sc|jsx|svelte|emotion|radix|headlessui|react-aria|mui|ember|chakra|mantine|floating-ui|astro|v)-|\d{3}|(?=[^-_]*\d)(?=[^-_]*[A-Za-z])[A-Za-z\d]{8,}|__[\w-]*[A-Z\d][\w-]*$/;
const LONGEST_NAME = 40;
/** A bare `button` is unique only until there is another one. */
const NAMED = /[.#[]/;
/** A name that needs no escaping; others (`md:w-1/2`) are not meaningful. */
const PLAIN = /^[A-Za-z][\w-]*$/;
/** A value that needs no escaping inside quotes. */
const PLAIN_VALUE = /^[\w .:/-]+$/;

export type SelectorRoot = Document | ShadowRoot;

/** Returns a selector that matches only this element in its tree: a stable name, or the shortest path whose steps look stable. */
export function uniqueSelector(element: Element, root: SelectorRoot): string {
  const isUnique = (selector: string) => findsOnly(root, selector, element);
  const own = namedSelector(element, root);
  if (own !== null) return own;
  let path = '';
  let shortest: string | null = null;
  let steps = 0;
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const name = at === element ? null : namedSelector(at, root);
    // Beyond the wanted length each step is numbered, so that the path from the root is unique.
    const candidates = name !== null ? [name] : steps < WANTED_STEPS ? [plainStep(at), numberedStep(at)] : [numberedStep(at)];
    const paths = candidates.map((candidate) => (path === '' ? candidate : `${candidate} > ${path}`));
    const found = paths.find(isUnique);
    if (found !== undefined && NAMED.test(found)) return found;
    shortest ??= found ?? null;
    path = found ?? paths.at(-1) ?? path;
    steps += 1;
    if (shortest !== null && steps >= WANTED_STEPS) break;
  }
  return shortest ?? path;
}

function findsOnly(root: SelectorRoot, selector: string, element: Element): boolean {
  const found = root.querySelectorAll(selector);
  return found.length === 1 && found[0] === element;
}

/** Returns a selector by id or test attribute. */
function namedSelector(element: Element, root: SelectorRoot): string | null {
  const id = element.getAttribute('id') ?? '';
  const names = [
    ...(isLasting(id) ? [`#${id}`] : []),
    ...TEST_ATTRIBUTES.flatMap((name) => {
      const value = element.getAttribute(name) ?? '';
      return PLAIN_VALUE.test(value) && value.length <= LONGEST_NAME ? [`[${name}="${value}"]`] : [];
    }),
  ];
  return names.find((name) => findsOnly(root, name, element)) ?? null;
}

function plainStep(element: Element): string {
  const classes = [...element.classList].filter(isLasting).slice(0, MOST_CLASSES);
  const type = typeOf(element);
  return `${type === '*' && classes.length > 0 ? '' : type}${classes.map((name) => `.${name}`).join('')}`;
}

/** Returns a step with the element's position among its siblings. */
function numberedStep(element: Element): string {
  const siblings = [...(element.parentNode?.children ?? [element])];
  const type = typeOf(element);
  if (type === '*') return `:nth-child(${siblings.indexOf(element) + 1})`;
  const alike = siblings.filter((sibling) => sibling.localName === element.localName && sibling.namespaceURI === element.namespaceURI);
  return alike.length === 1 ? type : `${type}:nth-of-type(${alike.indexOf(element) + 1})`;
}

/** Returns the element's name as a selector, or `*` if that does not match the element (a name with capitals, created by a script). */
function typeOf(element: Element): string {
  const type = CSS.escape(element.localName);
  return element.matches(type) ? type : '*';
}

function isLasting(name: string): boolean {
  return PLAIN.test(name) && name.length <= LONGEST_NAME && !GENERATED.test(name);
}
