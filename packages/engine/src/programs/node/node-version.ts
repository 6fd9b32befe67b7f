/**
 * The Node release that the engine imitates; npm selects packages for it. Vite 7 and vitest accept two lines (20.19, and 22.12 and later).
 * This is the later one, whose defaults the engine has: types are stripped, `require()` accepts ES modules, and `WebSocket` is a global
 * (docs/decisions/0005).
 */
export const NODE_VERSION = 'v22.20.0';
