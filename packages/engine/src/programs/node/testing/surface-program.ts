/**
 * A program that prints the members of each built-in module and of each `Class.prototype`. Run on native Node 22, it creates
 * `node-surface.json` (`npx tsx packages/engine/scripts/record-node-surface.ts <node 22>`); the output of the engine is compared with it.
 */
export const SURFACE_PROGRAM = `
const { builtinModules } = require('node:module');
const own = new Set(['length', 'name', 'prototype', 'caller', 'arguments', 'constructor']);
const namesOf = (object) => Object.getOwnPropertyNames(object).filter((name) => !own.has(name));
const valueOf = (object, name) => {
  try { return object[name]; } catch { return undefined; }
};
const surface = {};
for (const name of [...builtinModules, 'node:test', 'node:test/reporters', 'node:sqlite', 'node:sea']) {
  const module = require(name);
  const names = new Set(namesOf(module));
  for (let up = Object.getPrototypeOf(module); up && up !== Object.prototype && up !== Function.prototype; up = Object.getPrototypeOf(up))
    if (typeof module !== 'function') for (const inherited of namesOf(up)) names.add(inherited);
  surface[name] = [...names].sort();
  for (const member of namesOf(module)) {
    const value = valueOf(module, member);
    if (typeof value !== 'function' || !value.prototype || value.prototype === Object.prototype) continue;
    // The platform's own.
    if (value === valueOf(globalThis, member)) continue;
    const methods = new Set();
    // Inherited methods count, because Node and the engine divide their classes differently.
    for (let up = value.prototype; up && up !== Object.prototype; up = Object.getPrototypeOf(up)) for (const method of namesOf(up)) methods.add(method);
    if (methods.size > 0) surface[name + '.' + member] = [...methods].sort();
  }
}
console.log(JSON.stringify(surface));
`;
