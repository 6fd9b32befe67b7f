/** The symbols of `using` and `await using`; Node 22 defines them if V8 does not. */
export const dispose: symbol = Reflect.get(Symbol, 'dispose') ?? Symbol.for('Symbol.dispose');
export const asyncDispose: symbol = Reflect.get(Symbol, 'asyncDispose') ?? Symbol.for('Symbol.asyncDispose');
