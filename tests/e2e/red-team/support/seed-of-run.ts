/** Of generated attacks: in CI that of the tree, elsewhere another each time. `PROPERTY_SEED=N` plays a run again. */
export const SEED_OF_RUN = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 1_000_000));
