import { fieldErrors } from 'assay/client';

const form = document.querySelector('#after');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(new FormData(form))),
  });
  const errors = response.ok ? { '': ['Created'] } : fieldErrors(await response.text());
  for (const output of form.querySelectorAll('output')) {
    const { field } = output.dataset;
    output.value = errors[field]?.join(' ') ?? '';
    form.elements[field]?.setAttribute('aria-invalid', field in errors);
  }
});
