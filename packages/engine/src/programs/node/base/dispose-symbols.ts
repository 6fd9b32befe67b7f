/** Of `using` and `await using`; Node 22 brings them where V8 has none. */
export const dispose: symbol = Reflect.get(Symbol, 'dispose') ?? Symbol.for('Symbol.dispose');
export const asyncDispose: symbol = Reflect.get(Symbol, 'asyncDispose') ?? Symbol.for('Symbol.asyncDispose');
