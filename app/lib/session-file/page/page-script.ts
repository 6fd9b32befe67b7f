/**
 * The page's only script: shows the moments up to the chosen one, and plays them. Everything is readable without it. The page's policy
 * contains its hash, so that nothing else runs, whatever the session contains.
 */
export const PAGE_SCRIPT = `
const moments = [...document.querySelectorAll('[data-moment]')];
const range = document.querySelector('#position');
const place = document.querySelector('#place');
const play = document.querySelector('#play');
let timer = 0;
function show(count) {
  range.value = String(count);
  moments.forEach((moment, index) => { moment.hidden = index >= count; });
  place.textContent = count + ' of ' + moments.length;
}
function stop() {
  clearInterval(timer);
  timer = 0;
  play.textContent = 'Play';
}
range.addEventListener('input', () => { stop(); show(Number(range.value)); });
play.addEventListener('click', () => {
  if (timer !== 0) return stop();
  if (Number(range.value) >= moments.length) show(0);
  play.textContent = 'Pause';
  timer = setInterval(() => {
    const next = Number(range.value) + 1;
    show(next);
    moments[next - 1].scrollIntoView({ block: 'nearest' });
    if (next >= moments.length) stop();
  }, 600);
});
document.querySelector('#controls').hidden = false;
show(moments.length);
`;
