/**
 * The Node release whose behaviour this imitates; npm chooses packages for it. Of the two lines that Vite 7 and vitest accept
 * (20.19, 22.12 and later) the later, whose defaults the engine has: types are stripped, `require()` takes ES modules,
 * `WebSocket` is a global (docs/decisions/0005).
 */
export const NODE_VERSION = 'v22.20.0';
