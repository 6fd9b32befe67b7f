/** The seed of generated attacks: in CI that of the tree, elsewhere a new one each time. `PROPERTY_SEED=N` repeats a run. */
export const SEED_OF_RUN = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 1_000_000));
