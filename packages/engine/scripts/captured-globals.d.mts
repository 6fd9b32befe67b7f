// The build substitutes the exports for globals, which keep their types.
export {};
