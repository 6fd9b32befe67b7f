import { nodeError } from '../../errors/node-error.ts';

const notToken = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/;
const notQuoted = /[^\t\u0020-\u007e\u0080-\u00ff]/;
const leadingSpace = /^[\r\n\t ]*/;
const trailingSpace = /[\r\n\t ]*$/;

function syntaxError(production: string, text: string, index: number): Error {
  const place = index === -1 ? '' : ` at ${index}`;
  return nodeError(TypeError, 'ERR_INVALID_MIME_SYNTAX', `The MIME syntax for a ${production} in "${text}" is invalid${place}`);
}

function checkToken(production: string, part: string, whole: string): void {
  const index = part.search(notToken);
  if (part === '' || index !== -1) throw syntaxError(production, whole, index);
}

function encodeValue(value: string): string {
  if (value === '') return '""';
  return notToken.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value;
}

/** The class `util.MIMEParams`. */
export class MIMEParams {
  readonly #values = new Map<string, string>();
  delete(name: unknown): void {
    this.#values.delete(String(name));
  }
  get(name: unknown): string | null {
    return this.#values.get(String(name)) ?? null;
  }
  has(name: unknown): boolean {
    return this.#values.has(String(name));
  }
  set(givenName: unknown, givenValue: unknown): void {
    const [name, value] = [String(givenName), String(givenValue)];
    checkToken('parameter name', name, name);
    const index = value.search(notQuoted);
    if (index !== -1) throw syntaxError('parameter value', value, index);
    this.#values.set(name, value);
  }
  *entries(): IterableIterator<[string, string]> {
    yield* this.#values.entries();
  }
  *keys(): IterableIterator<string> {
    yield* this.#values.keys();
  }
  *values(): IterableIterator<string> {
    yield* this.#values.values();
  }
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
  toString(): string {
    return [...this.#values].map(([name, value]) => `${name}=${encodeValue(value)}`).join(';');
  }
  toJSON(): string {
    return this.toString();
  }

  /** Parses the text after the type; parts that are not parameters are skipped. */
  static read(text: string): MIMEParams {
    const params = new MIMEParams();
    const part = /[\r\n\t ]*([^;=]*)(?:=(?:"((?:[^"\\]|\\[\s\S])*)"?[^;]*|([^;]*)))?(?:;|$)/gy;
    for (let match = part.exec(text); match !== null && match[0] !== ''; match = part.exec(text)) {
      const [, rawName = '', quoted, plain] = match;
      const name = rawName.toLowerCase();
      const value = quoted === undefined ? plain?.replace(trailingSpace, '') : quoted.replace(/\\([\s\S])/g, '$1');
      if (name === '' || notToken.test(name) || value === undefined || notQuoted.test(value) || params.has(name)) continue;
      if (quoted === undefined && value === '') continue;
      params.#values.set(name, value);
    }
    return params;
  }
}

/** The class `util.MIMEType`. */
export class MIMEType {
  #type: string;
  #subtype: string;
  readonly #params: MIMEParams;

  constructor(given: unknown) {
    const text = String(given);
    const rest = text.replace(leadingSpace, '');
    const slash = rest.indexOf('/');
    const type = slash === -1 ? rest : rest.slice(0, slash);
    checkToken('type', type, text);
    if (slash === -1) throw syntaxError('type', text, -1);
    const semicolon = rest.indexOf(';', slash);
    const subtype = rest.slice(slash + 1, semicolon === -1 ? undefined : semicolon).replace(trailingSpace, '');
    checkToken('subtype', subtype, text);
    this.#type = type.toLowerCase();
    this.#subtype = subtype.toLowerCase();
    this.#params = MIMEParams.read(semicolon === -1 ? '' : rest.slice(semicolon + 1));
  }
  get type(): string {
    return this.#type;
  }
  set type(given: unknown) {
    checkToken('type', String(given), String(given));
    this.#type = String(given).toLowerCase();
  }
  get subtype(): string {
    return this.#subtype;
  }
  set subtype(given: unknown) {
    checkToken('subtype', String(given), String(given));
    this.#subtype = String(given).toLowerCase();
  }
  get essence(): string {
    return `${this.#type}/${this.#subtype}`;
  }
  get params(): MIMEParams {
    return this.#params;
  }
  toString(): string {
    const params = this.#params.toString();
    return params === '' ? this.essence : `${this.essence};${params}`;
  }
  toJSON(): string {
    return this.toString();
  }
}
