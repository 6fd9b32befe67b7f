/** The seed documents (docs/seeds.md) use this name for the route of one step. It answers exactly like `/api/chat`. */
export { action, loader } from './api.chat.ts';
