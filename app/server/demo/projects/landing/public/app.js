const theme = document.getElementById('theme');
const form = document.getElementById('form');
const email = document.getElementById('email');
const answer = document.getElementById('answer');

function showTheme(isDark) {
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  theme.setAttribute('aria-pressed', String(isDark));
}

showTheme(window.matchMedia('(prefers-color-scheme: dark)').matches);
theme.addEventListener('click', () => showTheme(document.documentElement.dataset.theme !== 'dark'));

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const isGood = email.value.trim() !== '' && email.checkValidity();
  email.setAttribute('aria-invalid', String(!isGood));
  answer.classList.toggle('is-problem', !isGood);
  if (!isGood) {
    answer.textContent = 'That does not look like an email address. It needs an @ and a domain.';
    email.focus();
    return;
  }
  answer.textContent = `Thank you. If Saltpath were real, ${email.value.trim()} would get a walk on Friday.`;
  form.reset();
});
