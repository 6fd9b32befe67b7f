/** A shell variable's value. Indexed arrays are sparse, so both kinds of array are maps. */
export type VariableValue =
  | { type: 'text'; text: string }
  | { type: 'indexed'; items: Map<number, string> }
  | { type: 'associative'; items: Map<string, string> };

export interface Variable {
  /** `null` when declared (`local x`, `export x`) but not set. */
  value: VariableValue | null;
  isExported: boolean;
  isReadonly: boolean;
  isInteger: boolean;
  /** Set by `declare -u` and `declare -l`. */
  letterCase: 'upper' | 'lower' | null;
  /** Set by `declare -n`: the text is another variable's name. */
  isReference: boolean;
}

export class ReadonlyVariableError extends Error {
  override readonly name = 'ReadonlyVariableError';
  constructor(name: string) {
    super(`${name}: readonly variable`);
  }
}

/** All variables of a shell, with the scopes opened by `local`; names are looked up from the innermost scope outwards. */
export class Variables {
  readonly #scopes: Map<string, Variable>[];

  constructor(scopes: Map<string, Variable>[] = [new Map()]) {
    this.#scopes = scopes;
  }

  fork(): Variables {
    return new Variables(this.#scopes.map((scope) => new Map([...scope].map(([name, variable]) => [name, copyVariable(variable)]))));
  }

  pushScope(): void {
    this.#scopes.push(new Map());
  }

  popScope(): void {
    this.#scopes.pop();
  }

  /** Returns the variable for a name, following a reference (`declare -n`). */
  find(name: string): Variable | null {
    const found = this.own(name);
    return found?.isReference === true ? this.own(this.#target(name, found)) : found;
  }

  /** Returns the variable of exactly that name, without following a reference. */
  own(name: string): Variable | null {
    for (let index = this.#scopes.length - 1; index >= 0; index -= 1) {
      const variable = this.#scopes[index]?.get(name);
      if (variable !== undefined) return variable;
    }
    return null;
  }

  /** Returns the name a reference points to, or null for any other variable. */
  referencedName(name: string): string | null {
    const variable = this.own(name);
    return variable?.isReference === true && variable.value?.type === 'text' ? variable.value.text : null;
  }

  // A reference to itself (`local -n list=list`) ends the walk.
  #target(name: string, variable: Variable): string {
    let current = variable;
    let target = name;
    for (let depth = 0; depth < 16 && current.isReference && current.value?.type === 'text'; depth += 1) {
      if (current.value.text === target) return target;
      target = current.value.text;
      const next = this.own(target);
      if (next === null) break;
      current = next;
    }
    return target;
  }

  /** Returns the value that `$name` reads; for an array, its first element. */
  text(name: string): string | null {
    const value = this.find(name)?.value ?? null;
    if (value === null) return null;
    if (value.type === 'text') return value.text;
    return (value.type === 'indexed' ? value.items.get(0) : value.items.get('0')) ?? null;
  }

  setText(name: string, given: string): void {
    const variable = this.writable(name);
    const text = variable.letterCase === null ? given : variable.letterCase === 'upper' ? given.toUpperCase() : given.toLowerCase();
    if (variable.value?.type === 'indexed') variable.value.items.set(0, text);
    else if (variable.value?.type === 'associative') variable.value.items.set('0', text);
    else variable.value = { type: 'text', text };
  }

  setValue(name: string, value: VariableValue): void {
    this.writable(name).value = value;
  }

  /** Returns the existing variable, or a new global one. */
  writable(given: string): Variable {
    const own = this.own(given);
    return this.ownWritable(own?.isReference === true ? this.#target(given, own) : given);
  }

  /** Like `writable`, but without following a reference. */
  ownWritable(name: string): Variable {
    const found = this.own(name);
    if (found?.isReadonly === true) throw new ReadonlyVariableError(name);
    if (found !== null) return found;
    const variable = emptyVariable();
    this.#scopes[0]?.set(name, variable);
    return variable;
  }

  /** Declares a variable in the innermost function. */
  declareLocal(name: string): Variable {
    const scope = this.#scopes[this.#scopes.length - 1];
    const existing = scope?.get(name);
    if (existing !== undefined) return existing;
    const variable = emptyVariable();
    const outer = this.own(name);
    if (outer?.isExported === true) variable.isExported = true;
    scope?.set(name, variable);
    return variable;
  }

  unset(given: string): void {
    const own = this.own(given);
    this.unsetOwn(own?.isReference === true ? this.#target(given, own) : given);
  }

  unsetOwn(name: string): void {
    for (let index = this.#scopes.length - 1; index >= 0; index -= 1) {
      const variable = this.#scopes[index]?.get(name);
      if (variable === undefined) continue;
      if (variable.isReadonly) throw new Error(`${name}: cannot unset: readonly variable`);
      // A function's local variable stays local, and is unset.
      if (index > 0 && index === this.#scopes.length - 1) this.#scopes[index]?.set(name, emptyVariable());
      else this.#scopes[index]?.delete(name);
      return;
    }
  }

  /** Returns true if no function has a local variable of this name. */
  isGlobal(name: string): boolean {
    return this.#scopes.every((scope, index) => index === 0 || !scope.has(name));
  }

  names(): string[] {
    return [...new Set(this.#scopes.flatMap((scope) => [...scope.keys()]))].sort();
  }

  environment(): Map<string, string> {
    const environment = new Map<string, string>();
    for (const name of this.names()) {
      const variable = this.find(name);
      if (variable?.isExported === true && variable.value?.type === 'text') environment.set(name, variable.value.text);
    }
    return environment;
  }
}

export function emptyVariable(): Variable {
  return { value: null, isExported: false, isReadonly: false, isInteger: false, letterCase: null, isReference: false };
}

function copyVariable(variable: Variable): Variable {
  const { value } = variable;
  if (value === null || value.type === 'text') return { ...variable };
  if (value.type === 'indexed') return { ...variable, value: { type: 'indexed', items: new Map(value.items) } };
  return { ...variable, value: { type: 'associative', items: new Map(value.items) } };
}

/** Returns the elements in the order bash lists them. */
export function arrayElements(value: VariableValue | null): string[] {
  return arrayEntries(value).map(([, text]) => text);
}

export function arrayEntries(value: VariableValue | null): [key: string, text: string][] {
  if (value === null) return [];
  if (value.type === 'text') return [['0', value.text]];
  if (value.type === 'associative') return [...value.items];
  return [...value.items].sort(([left], [right]) => left - right).map(([index, text]) => [String(index), text]);
}
