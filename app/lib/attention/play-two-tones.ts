/** In hertz: a rising fifth. */
const TONES = [587.33, 880];
/** In seconds. */
const TONE_TIME = 0.14;
const FADE_TIME = 0.02;
const LOUDNESS = 0.12;
/** Milliseconds. A browser may block audio until the user presses something; the sound would then be too late. */
const LATEST = 1_000;

/** Plays a short, quiet sound without a file. */
export async function playTwoTones(Context: typeof AudioContext): Promise<void> {
  const context = new Context();
  const askedAt = performance.now();
  await context.resume();
  if (performance.now() - askedAt > LATEST) return context.close();
  const gain = context.createGain();
  gain.connect(context.destination);
  const tones = TONES.map((frequency, index) => {
    const from = context.currentTime + index * TONE_TIME;
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(LOUDNESS, from + FADE_TIME);
    gain.gain.linearRampToValueAtTime(0, from + TONE_TIME);
    tone.start(from);
    tone.stop(from + TONE_TIME);
    return tone;
  });
  tones.at(-1)?.addEventListener('ended', () => void context.close());
}
