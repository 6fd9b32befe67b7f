export { createWasiModule } from '../builtins/wasi/wasi-module.ts';
