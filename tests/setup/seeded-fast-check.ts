import fc from '../../node_modules/fast-check/lib/fast-check.js';

/** Set in CI by vitest.config.ts. */
const { PROPERTY_SEED } = process.env;
if (PROPERTY_SEED !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(PROPERTY_SEED) });

export * from '../../node_modules/fast-check/lib/fast-check.js';
export default fc;
