interface Deflater {
  flush(): void;
  ondata(data: Uint8Array, isLast: boolean): void;
  /** fflate's own state. `r`: bits written of a byte that is not full (low three bits: how many; above: the byte); absent before the first block. */
  s: { r?: number };
}

/** fflate's classes that compress: their type leaves out the state. */
export function isDeflater(engine: object): engine is Deflater {
  return 'flush' in engine && 's' in engine && typeof engine.s === 'object' && engine.s !== null;
}

/**
 * All that was written so far, to a byte's end with an empty block behind it (zlib's Z_SYNC_FLUSH). fflate 0.8.3 has `flush(true)` for
 * it, but puts the empty block at a wrong place when bits are left over.
 */
export function flushDeflater(engine: Deflater): void {
  engine.flush();
  const rest = engine.s.r ?? 0;
  const bits = rest & 7;
  const unfinished = rest >> 3;
  engine.s.r = 0;
  // Behind the bits come three of the empty block's head, then zeros to the byte's end, its length and the length's complement.
  const head = bits + 3 > 8 ? [unfinished, 0] : [unfinished];
  engine.ondata(Uint8Array.from([...head, 0, 0, 0xff, 0xff]), false);
}
